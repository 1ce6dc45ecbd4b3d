import { get, type ClientRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import { browsers } from './browsers.ts'
import type { Member, Members } from './city.ts'
import type { Cost } from './cost.ts'
import { percentiles } from './load.ts'
import type { Server } from './server.ts'
import type { Row } from './table.ts'

/** Open streams over all processes, and how many are opened at once. */
const [STREAMS, AT_ONCE] = [2000, 50]
const MESSAGES = 300
const [MOST_P99, MOST_KIB] = [100, 25]
/** How long the last message may take. */
const PATIENCE_MS = 30_000

/**
 * Messages of renters to owners while 2,000 people have a stream open: milliseconds from sending a message at one
 * process until its reader's stream, at another, has it; and the memory of a stream, without garbage.
 */
export async function benchStreams(bench: Bench): Promise<Row[]> {
  const other = bench.city.isEmbedded ? null : await bench.another()
  const servers = [await bench.server(), ...(other ? [other] : [])]
  const where = other ? 'two processes' : 'one process'
  try {
    const arrived = new Map<string, () => void>()
    const { streams, kibEach } = await openAll(servers, bench.city.members, arrived)
    const rows: Row[] = [
      {
        name: `memory that a stream holds, ${STREAMS.toLocaleString('en')} in ${where}`,
        figure: `${kibEach.toFixed(1)} KiB`,
        aim: `≤ ${MOST_KIB} KiB`,
        holds: kibEach <= MOST_KIB,
      },
    ]
    const send = sender(servers, bench.city.members, arrived)
    // The first messages are a warm-up.
    await send(AT_ONCE)
    for (const atOnce of [1, 16])
      rows.push(messageRow(atOnce, where, await bench.cost(servers, MESSAGES, () => send(atOnce))))
    streams.forEach((stream) => stream.destroy())
    return rows
  } finally {
    await other?.stop()
  }
}

function messageRow(
  atOnce: number,
  where: string,
  { p50, p99, node, postgres }: Cost & { p50: number; p99: number },
): Row {
  return {
    name: `a message to its reader, ${atOnce} at once, ${STREAMS.toLocaleString('en')} streams in ${where}`,
    figure: `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
    node,
    postgres,
    ...(atOnce === 1 && { aim: `p99 ≤ ${MOST_P99} ms`, holds: p99 <= MOST_P99 }),
  }
}

/** Opens streams of the owners and of renters, twice: the first time compiles code, and grows the heap. */
async function openAll(
  servers: readonly Server[],
  { owners, renters }: Members,
  arrived: Map<string, () => void>,
) {
  const few = [...owners, ...renters]
  const listeners = Array.from({ length: STREAMS }, (_, i) => few[i % few.length]!)
  const onText = (text: string) => {
    for (const [, mark] of text.matchAll(/"body":"bench (\d+)"/g)) arrived.get(mark!)?.()
  }
  const open = async () => {
    const streams: ClientRequest[] = []
    for (let i = 0; i < listeners.length; i += AT_ONCE) {
      const some = listeners.slice(i, i + AT_ONCE)
      const opened = some.map((member, j) => listen(readingAt(servers, i + j), member, onText))
      streams.push(...(await Promise.all(opened)))
    }
    return streams
  }
  const heldNow = async () => {
    await wait(2000)
    const held = await Promise.all(servers.map((server) => server.held()))
    return held.reduce((sum, each) => sum + each, 0)
  }
  for (const stream of await open()) stream.destroy()
  const before = await heldNow()
  const streams = await open()
  return { streams, kibEach: (((await heldNow()) - before) * 1024) / STREAMS }
}

/** The server of the stream that was opened as this one of all, and one that is not, if there are two. */
const readingAt = (servers: readonly Server[], i: number) => servers[i % servers.length]!
const writingAt = (servers: readonly Server[], i: number) => servers[(i + 1) % servers.length]!

/** A function that sends so many messages at once until 300 have arrived; returns their delays in milliseconds. */
function sender(servers: readonly Server[], members: Members, arrived: Map<string, () => void>) {
  let marks = 0
  return async (atOnce: number) => {
    const visits = new Map(servers.map((server) => [server, browsers(server.origin, atOnce)]))
    const delays: number[] = []
    const last = marks + MESSAGES
    const writer = async () => {
      while (marks < last) {
        const mark = marks++
        const reader = mark % members.owners.length
        const path = `/api/messages?listingId=${members.owners[reader]!.listingId}`
        const began = performance.now()
        const arriving = arrivalOf(arrived, String(mark))
        const visit = visits.get(writingAt(servers, reader))!
        const fields = { intent: 'send', text: `bench ${mark}` }
        const answer = await visit.send(members.nextRenter().cookie, path, fields)
        if (answer.status >= 400)
          throw new Error(`a message answered ${answer.status}: ${answer.body.slice(0, 300)}`)
        delays.push((await arriving) - began)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, writer))
    visits.forEach((visit) => visit.close())
    return percentiles(delays)
  }
}

/** When a message arrives. Rejects when it does not. */
function arrivalOf(arrived: Map<string, () => void>, mark: string): Promise<number> {
  return new Promise((done, fail) => {
    const late = setTimeout(() => fail(new Error('A message never arrived.')), PATIENCE_MS)
    arrived.set(mark, () => {
      clearTimeout(late)
      arrived.delete(mark)
      done(performance.now())
    })
  })
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
