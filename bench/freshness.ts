import { setTimeout as wait } from 'node:timers/promises'
import { addDays } from '#domain/period.ts'
import type { Bench } from './bench.ts'
import { browsers } from './browsers.ts'
import { answerTo } from './answer.ts'
import { load } from './load.ts'
import type { Server } from './server.ts'
import type { Row } from './table.ts'

const [CHANGES, AT_ONCE] = [20, 32]
const MOST_MS = 1000
/** Two renderings would cost twice as much as one. */
const MOST_FOR_ONE_RENDERING = 1.8

/**
 * A listing's page right after its owner blocked a day: after how long the last process shows it, and what 32 guests
 * who ask at once cost beside one guest, as those share one rendering.
 */
export async function freshRows(bench: Bench, server: Server): Promise<Row[]> {
  const other = bench.city.isEmbedded ? null : await bench.another()
  const { send, close } = browsers(server.origin, 1)
  const change = changer(bench, send)
  try {
    const waits: number[] = []
    for (let i = 0; i < CHANGES; i++) waits.push(await shownAfter(other ? [server, other] : [server], change))
    const slowest = Math.max(...waits)
    const [one, all] = [
      await afterEach(bench, server, change, 1),
      await afterEach(bench, server, change, AT_ONCE),
    ]
    return [
      {
        name: `guest: a page right after its listing changed, ${other ? 'two processes' : 'one process'}`,
        figure: `shown within ${slowest.toFixed(0)} ms`,
        aim: `≤ ${MOST_MS} ms on every process`,
        holds: slowest <= MOST_MS,
      },
      {
        name: `guest: that page for ${AT_ONCE} who ask at once`,
        figure: `${all.node.toFixed(1)} CPU ms for all of them`,
        node: all.node / AT_ONCE,
        postgres: all.postgres / AT_ONCE,
        floor: `${one.node.toFixed(1)} CPU ms for one who asks`,
        ratio: all.node / one.node,
        aim: `one rendering: < ${MOST_FOR_ONE_RENDERING} × its CPU`,
        holds: all.node / one.node < MOST_FOR_ONE_RENDERING,
      },
    ]
  } finally {
    close()
    await other?.stop()
  }
}

/**
 * Each call blocks a day of the next owner's listing, and returns the address of its page, of which nobody asked
 * since.
 */
function changer({ city }: Bench, send: ReturnType<typeof browsers>['send']) {
  const { owners, freeDay } = city.members
  let turn = 0
  return async (before: (path: string) => Promise<void>) => {
    const { cookie, listingId } = owners[turn % owners.length]!
    const day = addDays(freeDay, Math.floor(turn++ / owners.length))
    const path = `/listing/${listingId}`
    await before(path)
    const block = { intent: 'block', firstDay: day, lastDay: day }
    const answer = await send(cookie, `/profile/listings/${listingId}/calendar`, block)
    if (answer.status !== 302) throw new Error(`blocking a day answered ${answer.status}`)
    return path
  }
}

type Changing = ReturnType<typeof changer>

/** Milliseconds from the answer to the change until the last process sends another page. */
async function shownAfter(servers: readonly Server[], change: Changing): Promise<number> {
  const before: unknown[] = []
  const etagOf = async ({ origin }: Server, path: string) => (await answerTo(origin, { path })).headers.etag
  const path = await change(async (at) => {
    for (const server of servers) before.push(await etagOf(server, at))
  })
  const began = performance.now()
  const shown = async (server: Server, i: number) => {
    while ((await etagOf(server, path)) === before[i]) {
      if (performance.now() - began > 10 * MOST_MS) throw new Error(`${server.origin} never showed a change`)
      await wait(5)
    }
  }
  await Promise.all(servers.map(shown))
  return performance.now() - began
}

/** What the first requests after a change cost together, so many at once; of each change. */
async function afterEach(bench: Bench, server: Server, change: Changing, atOnce: number) {
  const sum = { node: 0, postgres: 0 }
  for (let i = 0; i < CHANGES; i++) {
    const path = await change(async (at) => void (await answerTo(server.origin, { path: at })))
    // The change itself may not be over with its answer.
    await wait(100)
    const { node, postgres } = await bench.cost([server], 1, () =>
      load(server.origin, [{ path, headers: { 'accept-encoding': 'br' } }], {
        connections: atOnce,
        requests: atOnce,
      }),
    )
    sum.node += node / CHANGES
    sum.postgres += postgres / CHANGES
  }
  return sum
}
