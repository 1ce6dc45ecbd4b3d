import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from './browser.ts'
import type { Site } from './site.ts'

/** Reads somebody's live events as a tab does; after each cut it reads on after the last id. */
export type Follower = {
  email: string
  /** The ids of all events, in the order in which they arrived. */
  ids: number[]
  /** Breaks the connection, also in the middle of an event. */
  cut(): void
  stop(): Promise<void>
}

/** Follows the live events of the person who is logged in in a browser, from the first one on. */
export function follow(site: Site, { email, browser }: { email: string; browser: Browser }): Follower {
  const ids: number[] = []
  let [connection, stopped] = [new AbortController(), false]
  const read = async () => {
    const answer = await fetch(new URL(`/api/stream?after=${ids.at(-1) ?? 0}`, site.origin()), {
      headers: { cookie: browser.cookie, 'sec-fetch-site': 'same-origin' },
      signal: connection.signal,
    })
    if (answer.status !== 200) return void (await answer.body?.cancel())
    let rest = ''
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      const frames = (rest + chunk).split('\n\n')
      rest = frames.pop()!
      for (const frame of frames) {
        const id = Number(/^id: (\d+)$/m.exec(frame)?.[1] ?? Number.NaN)
        const kind = /^event: (\w+)$/m.exec(frame)?.[1]
        // The page is read anew, with everything up to this id.
        if (kind === 'reset') for (let next = (ids.at(-1) ?? 0) + 1; next <= id; next++) ids.push(next)
        else if (id && kind !== 'ready') ids.push(id)
      }
    }
  }
  const reading = (async () => {
    while (!stopped) {
      connection = new AbortController()
      await read().catch(() => {})
      await wait(100)
    }
  })()
  return {
    email,
    ids,
    cut: () => connection.abort(),
    async stop() {
      stopped = true
      connection.abort()
      await reading
    },
  }
}
