import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { sendMessage } from '#server/chat/send-message.ts'
import { startHaproxy, whyNoHaproxy } from '#tests/support/haproxy.ts'
import * as people from '#tests/support/people.ts'
import { freePort } from '#tests/support/running-program.ts'
import { processSecret, type ServerProcess, startServer } from '#tests/support/server-process.ts'
import { by } from '#tests/support/services.ts'
import { readStream } from '#tests/support/stream.ts'
import { withServices } from '#tests/support/with-services.ts'

const missing = whyNoHaproxy()
if (missing) console.log(`A rolling restart is not tested: ${missing}.`)

const fixture = withServices(['ramon', 'olivia', 'amihan'], {
  database: { kind: 'postgres' },
  env: { SESSION_SECRET: processSecret },
})

let threadId: string
let listingId: string
const undo: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  const { services, cast } = fixture
  listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  threadId = accepted(
    await sendMessage(by(services, cast.ramon), { to: { listingId }, text: 'Hello' }),
  ).threadId
})
afterAll(async () => {
  for (const each of undo.splice(0).toReversed()) await each()
})

const settings = {
  WORKERS: '2',
  MAX_CONNECTIONS: '1000',
  LIMIT_MESSAGES: '1000000/60',
  LIMIT_SEARCH: '1000000/60',
}

/**
 * Guests, people who are logged in and people who write use a site, and tell what was not answered as it should be.
 */
function useSite(site: string) {
  const { ramon, olivia } = fixture.cast
  const failed: string[] = []
  const sent: string[] = []
  let [answered, isOver] = [0, false]
  const ask = async (page: string, init: RequestInit) => {
    try {
      const answer = await fetch(site + page, {
        ...init,
        redirect: 'manual',
        signal: AbortSignal.timeout(60_000),
      })
      const text = await answer.text()
      if (answer.status === 200) return void answered++
      failed.push(`${page}: ${answer.status} ${text.slice(0, 100)}`)
    } catch (error) {
      failed.push(`${page}: ${String((error as Error).cause ?? error)}`)
    }
  }
  const repeat = async (act: (i: number) => Promise<void>) => {
    for (let i = 0; !isOver; i++) {
      await act(i)
      await wait(40)
    }
  }
  const guest = { headers: {} }
  const loops = [
    repeat(() => ask('/', guest)),
    repeat(() => ask(`/listing/${listingId}`, guest)),
    repeat(() => ask('/products?search=tent', guest)),
    repeat(() => ask('/profile', { headers: { cookie: olivia.cookie } })),
    repeat(async (i) => {
      const text = `${site} ${i}`
      sent.push(text)
      await ask(`/api/messages?thread_id=${threadId}`, {
        method: 'POST',
        headers: { cookie: ramon.cookie, 'sec-fetch-site': 'same-origin', accept: 'application/json' },
        body: new URLSearchParams({ intent: 'send', text, clientId: randomUUID() }),
      })
    }),
  ]
  return {
    failed,
    sent,
    answered: () => answered,
    async stop() {
      isOver = true
      await Promise.all(loops)
    },
  }
}

/** Reads Olivia's events as a browser does: a stream that ends is opened again after the last id. */
function follow(site: string) {
  const events: { id: number; body: string }[] = []
  const ended = new AbortController()
  let [last, opened] = ['', 0]
  const reading = (async () => {
    while (!ended.signal.aborted) {
      const headers: Record<string, string> = { cookie: fixture.cast.olivia.cookie }
      if (last) headers['last-event-id'] = last
      const answer = await fetch(`${site}/api/stream`, { headers, signal: ended.signal })
      expect(answer.status).toBe(200)
      opened++
      const stream = readStream(answer.body!)
      let seen = 0
      const take = () => {
        for (const { id, event, data } of stream.received.slice(seen)) {
          seen++
          if (id !== null) last = String(id)
          expect(event).not.toBe('reset')
          if (event === 'message') events.push({ id: id!, body: (data.message as { body: string }).body })
        }
      }
      while (!stream.isOver()) {
        await wait(20)
        take()
      }
      take()
    }
  })()
  return {
    events,
    opened: () => opened,
    async stop() {
      ended.abort()
      await reading.catch((error: unknown) => {
        if ((error as Error).name !== 'AbortError') throw error
      })
    },
  }
}

/** Uses a site while `restart` runs; nothing may fail, and the stream gets every message once, in order. */
async function nothingIsLost(site: string, restart: () => Promise<void>) {
  const stream = follow(site)
  await expect.poll(stream.opened).toBe(1)
  const use = useSite(site)
  const more = async (n: number) => {
    const enough = use.answered() + n
    await expect.poll(use.answered, { timeout: 60_000 }).toBeGreaterThan(enough)
  }
  await more(50)
  await restart()
  await more(50)
  await use.stop()
  expect(use.failed).toEqual([])
  await expect.poll(() => stream.events.length, { timeout: 60_000 }).toBe(use.sent.length)
  expect(stream.events.map(({ body }) => body)).toEqual(use.sent)
  expect(stream.opened()).toBeGreaterThan(1)
  await stream.stop()
}

async function open(env: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer(fixture.database.url!, { ...settings, ...env })
  undo.push(server.remove)
  return server
}

describe.skipIf(missing)('two servers behind a balancer', () => {
  it('are restarted one after the other: no request fails, and no event is lost', async () => {
    const port = await freePort()
    const site = `http://127.0.0.1:${port}`
    const env = { BASE_URL: site, TRUST_PROXY: '1', DRAIN_SECONDS: '3' }
    const servers = [await open(env), await open(env)]
    const haproxy = await startHaproxy(port, servers)
    undo.push(haproxy.remove)
    const servedBy = async () => (await fetch(`${site}/healthz`)).headers.get('x-served-by')
    await nothingIsLost(site, async () => {
      for (const i of [0, 1, 0]) {
        await servers[i]!.stop()
        await servers[i]!.start()
        await expect.poll(servedBy, { timeout: 60_000 }).toBe(`hiram${i}`)
      }
    })
  })
})

it('the processes of one server are replaced one after the other: no request fails, and no event is lost', async () => {
  const server = await open({})
  await nothingIsLost(server.url, async () => {
    for (let i = 0; i < 2; i++) await server.reload()
  })
})
