import { answerTo } from './answer.ts'
import type { Bench } from './bench.ts'
import { changeThings, signUp } from './changes.ts'
import { loadCity, type Members } from './city.ts'
import { bestOf, type Cost } from './cost.ts'
import { type Forked, startForked } from './forked.ts'
import { freshRows } from './freshness.ts'
import { type Ask, load } from './load.ts'
import { cpuOf } from './process-figures.ts'
import type { Server } from './server.ts'
import type { Row } from './table.ts'

const [ROUNDS, SECONDS, WARM_UP_SECONDS] = [3, 0.7, 0.3]
const [LEAST_RATE, MOST_P99] = [0.7, 4]
/** How many different pages are asked for during changes, for how long at a time, and what has to remain. */
const [PAGES, CHANGING_SECONDS, LEAST_IN_CHANGES] = [200, 4, 0.9]

/** Cached pages of guests: beside the same bytes sent by `node:http`, during changes, and right after a change. */
export async function* benchGuest(bench: Bench): AsyncGenerator<Row> {
  const server = await bench.server()
  const floor = await startForked('floor.ts')
  try {
    yield* pageRows(bench, server, floor)
  } finally {
    floor.stop()
  }
  yield* changingRows(bench, server)
  yield* await freshRows(bench, server)
}

async function* pageRows(bench: Bench, server: Server, floor: Forked): AsyncGenerator<Row> {
  const { listing, category } = await somePages(bench)
  const pages = { home: '/', products: '/products', category, listing: listing[0]! }
  for (const [name, path] of Object.entries(pages)) {
    const { etag } = (await answerTo(server.origin, { path })).headers
    if (!etag) throw new Error(`${path} has no ETag`)
    const kinds: Record<string, Record<string, string>> = {
      identity: {},
      brotli: { 'accept-encoding': 'br' },
      'not changed (304)': { 'if-none-match': etag },
    }
    for (const connections of [16, 32])
      for (const [kind, headers] of Object.entries(kinds)) {
        const row = await besideFloor(bench, { server, floor, ask: { path, headers }, connections })
        yield { name: `guest: ${name}, ${kind}, ${connections} connections`, ...row }
      }
  }
}

type Compared = { server: Server; floor: Forked; ask: Ask; connections: number }

/** Page and floor in turns, the best of the rounds of each. */
async function besideFloor(bench: Bench, { server, floor, ask, connections }: Compared) {
  const answer = await answerTo(server.origin, ask)
  await floor.ask(answer)
  const bare = { origin: floor.first, cpu: () => cpuOf(floor.pid) } as Server
  const rounds = new Map<Server, (Cost & { rate: number; p99: number })[]>([
    [server, []],
    [bare, []],
  ])
  for (let i = 0; i <= ROUNDS; i++)
    for (const [which, found] of rounds) {
      const measured = await asking(bench, which, [ask], {
        connections,
        seconds: i === 0 ? WARM_UP_SECONDS : SECONDS,
      })
      // The first round is a warm-up.
      if (i > 0) found.push(measured)
    }
  const [page, least] = [...rounds.values()].map((all) => ({
    ...bestOf(all),
    p99: Math.min(...all.map(({ p99 }) => p99)),
  }))
  const ratio = page!.rate / least!.rate
  return {
    figure: `${page!.rate.toFixed(0)}/s, p99 ${page!.p99.toFixed(1)} ms, ${answer.body.length} bytes`,
    node: page!.node,
    postgres: page!.postgres,
    floor: `${least!.rate.toFixed(0)}/s, p99 ${least!.p99.toFixed(1)} ms, ${least!.node.toFixed(3)} CPU ms`,
    ratio,
    aim: `≥ ${LEAST_RATE} of its rate, p99 ≤ ${MOST_P99} ×`,
    holds: ratio >= LEAST_RATE && page!.p99 <= MOST_P99 * least!.p99,
  }
}

const asking = (
  bench: Bench,
  server: Server,
  asks: readonly Ask[],
  amount: { connections: number; seconds: number },
) =>
  bench.cost(
    [server],
    ({ answered }) => answered,
    () => load(server.origin, asks, amount),
  )

/** Who makes the changes, and of which members. */
type Changer = { where: string; origin: string; members: Members }

/**
 * The 200 pages in quiet and during changes, in turns, with changes made by the same process and by another; and, to
 * see what the machine has left beside them, with the same changes at a site of its own that shares nothing with it.
 */
async function* changingRows(bench: Bench, server: Server): AsyncGenerator<Row> {
  const { listing, category } = await somePages(bench)
  const asks = ['/', '/products', category, ...listing].slice(0, PAGES).map((path) => ({
    path,
    headers: { 'accept-encoding': 'br' },
  }))
  const { members, isEmbedded } = bench.city
  await signUp(server.origin)
  await load(server.origin, asks, { connections: 16, requests: 2 * PAGES })
  const here = { where: 'made by this process', origin: server.origin, members }
  yield changingRow(bench, server, asks, here)
  if (isEmbedded) return
  const other = await bench.another()
  try {
    yield changingRow(bench, server, asks, {
      ...here,
      where: 'made by another process',
      origin: other.origin,
    })
  } finally {
    await other.stop()
  }
  const apart = await openApart(bench)
  try {
    const {
      aim: _aim,
      holds: _holds,
      ...row
    } = await changingRow(bench, server, asks, {
      where: 'at another site on this machine',
      origin: apart.server.origin,
      members: apart.members,
    })
    yield row
  } finally {
    await apart.server.stop()
  }
}

/** A small site with a database of its own. */
async function openApart(bench: Bench) {
  const databaseUrl = await bench.postgres.create('apart')
  const members = await loadCity(databaseUrl, { listings: 1000, people: 1000, rentals: 1000 })
  const server = await bench.another({ DATABASE_URL: databaseUrl })
  await signUp(server.origin)
  return { server, members }
}

async function changingRow(
  bench: Bench,
  server: Server,
  asks: readonly Ask[],
  { where, origin, members }: Changer,
): Promise<Row> {
  const amount = { connections: 16, seconds: CHANGING_SECONDS }
  let [begun, refused] = [0, 0]
  const [quiet, changing]: [(Cost & { rate: number })[], (Cost & { rate: number })[]] = [[], []]
  for (let i = 0; i < ROUNDS; i++) {
    quiet.push(await asking(bench, server, asks, amount))
    const stop = changeThings(origin, members)
    try {
      changing.push(await asking(bench, server, asks, amount))
    } finally {
      const done = await stop()
      begun += done.begun
      refused += done.refused
    }
  }
  const [calm, busy] = [bestOf(quiet), bestOf(changing)]
  return {
    name: `guest: ${asks.length} pages, 10 changes/s ${where}`,
    figure: `${busy.rate.toFixed(0)}/s, ${begun - refused} of ${begun} changes committed`,
    node: busy.node,
    postgres: busy.postgres,
    floor: `${calm.rate.toFixed(0)}/s without, ${calm.node.toFixed(3)} CPU ms`,
    ratio: busy.rate / calm.rate,
    aim: `≥ ${LEAST_IN_CHANGES} of that`,
    holds: busy.rate / calm.rate >= LEAST_IN_CHANGES && refused < begun / 10,
  }
}

/** The addresses of the newest public listings and of a category. */
async function somePages({ city }: Bench) {
  const { pool, close } = await city.connect()
  try {
    const listings = await pool.query<{ id: string }>(
      `select id from listing where is_public order by id desc limit ${PAGES}`,
    )
    const categories = await pool.query<{ name: string }>('select name from category order by id limit 1')
    return {
      listing: listings.rows.map(({ id }) => `/listing/${id}`),
      category: `/products?category=${encodeURIComponent(categories.rows[0]!.name)}`,
    }
  } finally {
    await close()
  }
}
