import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Bench } from './bench.ts'
import { startServer } from './server.ts'
import type { Row } from './table.ts'

const ROUNDS = 3
const MOST_SECONDS = { postgres: 1.5, embedded: 3 }

/** The quickest of three starts on a database that exists, to the first answer 200, and the least memory then. */
export async function benchStart({ city }: Bench): Promise<Row[]> {
  if (city.isEmbedded) return quickest('embedded', 'the city embedded', await city.settings())
  const folder = await mkdtemp(path.join(tmpdir(), 'hiram-bench-'))
  try {
    return [
      ...(await quickest('postgres', 'PostgreSQL', await city.settings())),
      ...(await quickest('embedded', 'embedded', { DATA_DIR: folder, ALLOW_EMBEDDED: '1' })),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function quickest(
  kind: keyof typeof MOST_SECONDS,
  where: string,
  env: Record<string, string>,
): Promise<Row[]> {
  // The first start may have to make the database.
  await (await startServer(env)).stop()
  let [best, node, memory] = [Infinity, Infinity, Infinity]
  for (let round = 0; round < ROUNDS; round++) {
    const server = await startServer(env)
    best = Math.min(best, server.startedInMs / 1000)
    node = Math.min(node, server.cpu())
    memory = Math.min(memory, server.memory())
    await server.stop()
  }
  const most = MOST_SECONDS[kind]
  return [
    {
      name: `start to the first answer 200, ${where}`,
      figure: `${best.toFixed(2)} s`,
      node,
      aim: `≤ ${most} s`,
      holds: best <= most,
    },
    { name: `memory at start, ${where}`, figure: `${memory.toFixed(0)} MiB` },
  ]
}
