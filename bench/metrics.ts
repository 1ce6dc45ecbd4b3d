import { CLIENTS, load } from './load.ts'
import { type Server, startServer } from './server.ts'

const ROUNDS = 6
const REQUESTS = 12_000
const TOKEN = 'the token of a measured site'

/** What a cached page of guests costs: CPU milliseconds of the process, and requests a second. */
export type Cost = { cpu: number; rate: number }

/**
 * The cheapest page that there is, a cached one of guests, without and with metrics: the best of rounds that take
 * turns, so that other work on the machine slows both.
 */
export async function measureMetrics(port: number, env: Record<string, string>) {
  const [without, withThem] = [
    await startServer(port, env),
    await startServer(port + 1, { ...env, METRICS_TOKEN: TOKEN }),
  ]
  try {
    const costs: [Cost[], Cost[]] = [[], []]
    for (let i = 0; i <= ROUNDS; i++)
      for (const [which, server] of [without, withThem].entries()) {
        const cost = await round(server)
        // The first round is a warm-up.
        if (i > 0) costs[which]!.push(cost)
      }
    const [plain, watched] = costs.map(bestOf) as [Cost, Cost]
    return { plain, watched }
  } finally {
    await without.stop()
    await withThem.stop()
  }
}

async function round(server: Server): Promise<Cost> {
  const headers = { 'accept-encoding': 'br' }
  await load(server.origin, ['/products'], headers, CLIENTS)
  const [cpu, began] = [server.cpu(), performance.now()]
  await load(server.origin, ['/products'], headers, REQUESTS)
  return {
    cpu: (server.cpu() - cpu) / REQUESTS,
    rate: (REQUESTS * 1000) / (performance.now() - began),
  }
}

const bestOf = (costs: readonly Cost[]): Cost => ({
  cpu: Math.min(...costs.map(({ cpu }) => cpu)),
  rate: Math.max(...costs.map(({ rate }) => rate)),
})
