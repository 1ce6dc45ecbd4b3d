import { readFileSync } from 'node:fs'
import path from 'node:path'
import { loadCity } from './city.ts'
import { startForked } from './forked.ts'
import { answerTo } from './answer.ts'
import { load } from './load.ts'
import { benchPostgres } from './postgres.ts'
import { cpuOf } from './process-figures.ts'
import { measureRendering } from './rendering.ts'
import { startServer } from './server.ts'

/* `npm run bench -- --short`, a gate of `npm test`: a few ratios to floors of the same run, compared with those in
   `ratios.json`. It fails when a row is worse by a third in each of five tries: on a busy machine CPU time varies
   less than elapsed time, but it varies. The first three were 0.41, 0.45 and 0.34 on a machine with nothing else at
   work, and 0.36, 0.35 and 0.28 in a run of `npm test`; `ratios.json` has the middle. */
const [TRIES, ROUNDS, REQUESTS] = [5, 6, 1500]
const SIZES = { listings: 2000, people: 2500, rentals: 2000 }
const rendered = ['a search', 'logged in: products', 'logged in: cart']
const expected = JSON.parse(readFileSync(path.join(import.meta.dirname, 'ratios.json'), 'utf8')) as Record<
  string,
  number
>

const postgres = await benchPostgres()
const lost = new Set(Object.keys(expected))
try {
  for (let turn = 1; turn <= TRIES && lost.size > 0; turn++) {
    const databaseUrl = await postgres.create(`short_${turn}`)
    const members = await loadCity(databaseUrl, SIZES)
    const pages = await measureRendering({ DATABASE_URL: databaseUrl }, members, { only: rendered })
    const rows = pages.map(({ name, page, react }) => [`React of ${name}`, react / page] as const)
    for (const [name, ratio] of [
      ...rows,
      ['floor of a cached page', await cachedRatio(databaseUrl)] as const,
    ]) {
      const least = (expected[name]! * 2) / 3
      console.log(`${name}: ${ratio.toFixed(2)} (at least ${least.toFixed(2)})`)
      // Where CPU time can’t be read, no row fails.
      if (Number.isNaN(ratio) || ratio >= least) lost.delete(name)
    }
  }
} finally {
  await postgres.stop()
}
for (const name of lost) console.error(`${name} has lost a third, ${TRIES} times in a row.`)
process.exit(lost.size > 0 ? 1 : 0)

/** The CPU time of `node:http` for the bytes of a cached page, divided by the server's CPU time for the page. */
async function cachedRatio(databaseUrl: string): Promise<number> {
  const server = await startServer({ DATABASE_URL: databaseUrl })
  const asks = [{ path: '/products', headers: { 'accept-encoding': 'br' } }]
  const bare = await startForked('floor.ts')
  await bare.ask(await answerTo(server.origin, asks[0]!))
  const cost = async (at: string, cpu: () => number) => {
    const before = cpu()
    await load(at, asks, { connections: 16, requests: REQUESTS })
    return cpu() - before
  }
  const [pages, floors]: [number[], number[]] = [[], []]
  for (let round = 0; round <= ROUNDS; round++) {
    const floor = await cost(bare.first, () => cpuOf(bare.pid))
    const cached = await cost(server.origin, server.cpu)
    if (round > 0) {
      floors.push(floor)
      pages.push(cached)
    }
  }
  bare.stop()
  await server.stop()
  return Math.min(...floors) / Math.min(...pages)
}
