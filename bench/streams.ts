import { get, type ClientRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { ManyMembers, Member } from './many-members.ts'
import type { Server } from './server.ts'
import { browsers } from './visit.ts'

/** Open streams over all processes. */
const STREAMS = 2000
/** How many are opened at once. */
const AT_ONCE = 50

export type Delays = { p50: number; p99: number }
export type StreamFigures = {
  openedInMs: number
  /** The memory of one stream, in KiB. */
  kibEach: number
  /** How long messages took to arrive, with this many being sent at once, in milliseconds. */
  delays(atOnce: number, messages: number): Promise<Delays>
  close(): void
}

/**
 * Opens streams of as many renters, spread over the inspected servers. `delays` makes some of them write to owners and
 * measures the time from sending a message until its writer's own stream, at another process, receives it.
 */
export async function openStreams(servers: readonly Server[], members: ManyMembers): Promise<StreamFigures> {
  const listeners = members.renters.slice(0, STREAMS)
  const sentAt = new Map<string, number>()
  let delays: number[] = []
  const onText = (text: string) => {
    for (const [, mark] of text.matchAll(/"body":"bench (\d+)"/g)) {
      const at = sentAt.get(mark!)
      if (at === undefined) continue
      delays.push(performance.now() - at)
      sentAt.delete(mark!)
    }
  }
  const open = async () => {
    const streams: ClientRequest[] = []
    for (let i = 0; i < listeners.length; i += AT_ONCE)
      await Promise.all(
        listeners
          .slice(i, i + AT_ONCE)
          .map(async (member, j) => streams.push(await listen(servers[j % servers.length]!, member, onText))),
      )
    return streams
  }
  const heldNow = async () => {
    await wait(2000)
    const held = await Promise.all(servers.map((server) => server.held()))
    return held.reduce((sum, each) => sum + each, 0)
  }
  // The first round compiles code and grows the heap, which is no cost of a stream.
  for (const stream of await open()) stream.destroy()
  const before = await heldNow()
  const began = performance.now()
  const streams = await open()
  const openedInMs = performance.now() - began
  const kibEach = (((await heldNow()) - before) * 1024) / listeners.length
  let next = 0
  return {
    openedInMs,
    kibEach,
    async delays(atOnce, messages) {
      const visits = servers.map(({ origin }) => browsers(origin, atOnce))
      delays = []
      const last = next + messages
      const writer = async () => {
        while (next < last) {
          const mark = next++
          const place = (mark * 7) % listeners.length
          sentAt.set(String(mark), performance.now())
          const path = `/api/messages?listingId=${members.nextRequest().listingId}`
          const fields = { intent: 'send', text: `bench ${mark}` }
          // Of the streams opened together, every second one is at the first server.
          const other = visits[((place % AT_ONCE) + 1) % visits.length]!
          const answer = await other.send(listeners[place]!.cookie, path, fields)
          if (answer.status >= 400)
            throw new Error(`a message answered ${answer.status}: ${answer.body.slice(0, 300)}`)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, writer))
      const until = performance.now() + 30_000
      while (sentAt.size > 0 && performance.now() < until) await wait(50)
      if (sentAt.size > 0) throw new Error(`${sentAt.size} messages never arrived`)
      visits.forEach((each) => each.close())
      delays.sort((a, b) => a - b)
      const at = (part: number) => delays[Math.floor(delays.length * part)]!
      return { p50: at(0.5), p99: at(0.99) }
    },
    close: () => streams.forEach((stream) => stream.destroy()),
  }
}

/** Opens a stream; resolves when it reports that it is ready. */
function listen({ origin }: Server, { cookie }: Member, onText: (text: string) => void) {
  return new Promise<ClientRequest>((done, fail) => {
    const request = get(`${origin}/api/stream`, { agent: false, headers: { cookie } }, (response) => {
      if (response.statusCode !== 200) return fail(new Error(`a stream answered ${response.statusCode}`))
      response.setEncoding('utf8').on('error', () => {})
      response.on('data', (text: string) => {
        if (text.includes('event: ready')) done(request)
        onText(text)
      })
    })
    request.on('error', fail)
  })
}
