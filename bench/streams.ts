import { get, type ClientRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Crowd, Member } from './crowd.ts'
import type { Server } from './server.ts'
import { browsers } from './visit.ts'

/** Open streams over all processes, and how many messages are on their way at once. */
const [STREAMS, WRITERS] = [2000, 16]

export type StreamFigures = {
  openedInMs: number
  kibEach: number
  p50: number
  p99: number
}

/**
 * Opens streams of as many renters, spread over the servers, and has some of them write to owners: the time from
 * sending a message until its writer's own stream, at another process, tells it.
 */
export async function measureStreams(
  servers: readonly Server[],
  crowd: Crowd,
  messages: number,
): Promise<StreamFigures> {
  const listeners = crowd.renters.slice(0, STREAMS)
  const memory = () => servers.reduce((sum, server) => sum + server.memory(), 0)
  const sentAt = new Map<string, number>()
  const delays: number[] = []
  const hear = (text: string) => {
    for (const [, mark] of text.matchAll(/"body":"bench (\d+)"/g)) {
      const at = sentAt.get(mark!)
      if (at === undefined) continue
      delays.push(performance.now() - at)
      sentAt.delete(mark!)
    }
  }
  const [began, before] = [performance.now(), memory()]
  const open: ClientRequest[] = []
  for (let i = 0; i < listeners.length; i += 50)
    await Promise.all(
      listeners
        .slice(i, i + 50)
        .map(async (member, j) => open.push(await listen(servers[j % servers.length]!, member, hear))),
    )
  const openedInMs = performance.now() - began
  await wait(2000)
  const kibEach = ((memory() - before) * 1024) / listeners.length
  const doors = servers.map(({ origin }) => browsers(origin, WRITERS))
  let next = 0
  const writer = async () => {
    while (next < messages) {
      const mark = next++
      const place = (mark * 7) % listeners.length
      const { listingId } = crowd.nextWish()
      sentAt.set(String(mark), performance.now())
      const path = `/api/messages?listingId=${listingId}`
      const fields = { intent: 'send', text: `bench ${mark}` }
      // Of the 50 that were opened together, every second one listens at the first server.
      const other = doors[((place % 50) + 1) % doors.length]!
      const answer = await other.send(listeners[place]!.cookie, path, fields)
      if (answer.status >= 400)
        throw new Error(`a message answered ${answer.status}: ${answer.body.slice(0, 300)}`)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
  const until = performance.now() + 30_000
  while (sentAt.size > 0 && performance.now() < until) await wait(50)
  if (sentAt.size > 0) throw new Error(`${sentAt.size} messages never arrived`)
  doors.forEach((door) => door.close())
  open.forEach((stream) => stream.destroy())
  delays.sort((a, b) => a - b)
  const at = (part: number) => delays[Math.floor(delays.length * part)]!
  return { openedInMs, kibEach, p50: at(0.5), p99: at(0.99) }
}

/** Opens a stream; resolves when it says that it is ready. */
function listen({ origin }: Server, { cookie }: Member, hear: (text: string) => void) {
  return new Promise<ClientRequest>((done, fail) => {
    const asked = get(`${origin}/api/stream`, { agent: false, headers: { cookie } }, (response) => {
      if (response.statusCode !== 200) return fail(new Error(`a stream answered ${response.statusCode}`))
      response.setEncoding('utf8').on('error', () => {})
      response.on('data', (text: string) => {
        if (text.includes('event: ready')) done(asked)
        hear(text)
      })
    })
    asked.on('error', fail)
  })
}
