import type { Bench } from './bench.ts'
import { bestOf, type Cost } from './cost.ts'
import { load } from './load.ts'
import { type Server, startServer } from './server.ts'
import type { Row } from './table.ts'

const [ROUNDS, REQUESTS, CONNECTIONS] = [6, 12_000, 16]
const TOKEN = 'the token of a measured site'

/**
 * The cheapest page that there is, a cached one of guests, without and with metrics: the best of rounds that take
 * turns, so that other work on the machine slows both.
 */
export async function benchMetrics(bench: Bench): Promise<Row[]> {
  const plain = await startServer(await bench.city.settings())
  const watched = await startServer({ ...(await bench.city.settings()), METRICS_TOKEN: TOKEN })
  try {
    const rounds: [Round[], Round[]] = [[], []]
    for (let i = 0; i <= ROUNDS; i++)
      for (const [which, server] of [plain, watched].entries()) {
        const measured = await askFor(bench, server)
        // The first round is a warm-up.
        if (i > 0) rounds[which]!.push(measured)
      }
    const [without, withThem] = rounds.map(bestOf) as [Round, Round]
    return [
      { name: 'cached page without metrics', figure: `${without.rate.toFixed(0)}/s`, ...costOf(without) },
      {
        name: 'cached page with metrics',
        figure: `${withThem.rate.toFixed(0)}/s`,
        ...costOf(withThem),
        floor: 'CPU without',
        ratio: withThem.node / without.node,
      },
    ]
  } finally {
    await plain.stop()
    await watched.stop()
  }
}

type Round = Cost & { rate: number }
const costOf = ({ node, postgres }: Round): Cost => ({ node, postgres })

const askFor = (bench: Bench, server: Server) =>
  bench.cost([server], REQUESTS, () =>
    load(server.origin, [{ path: '/products', headers: { 'accept-encoding': 'br' } }], {
      connections: CONNECTIONS,
      requests: REQUESTS,
    }),
  )
