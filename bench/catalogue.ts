import type { Connection } from '#db/connect.ts'
import { chanceOf } from '#seeds/metropolis/chance.ts'
import { type Statement, statementsOf } from '#tests/support/hot-statements.ts'
import type { Bench } from './bench.ts'
import { type Subject, subjectsOf } from './catalogue-subjects.ts'
import { percentiles } from './load.ts'
import { timeStatements } from './pgbench.ts'
import type { Row } from './table.ts'

/** How many different queries of each subject there are, and how often each is asked. */
const [SETS, ROUNDS] = [60, 4]

/**
 * The queries of catalogue, search and suggestions with other words, categories, prices and days every time: from the
 * call in the application to its result, beside the same statements with the same values in pgbench.
 */
export async function* benchCatalogue(bench: Bench): AsyncGenerator<Row> {
  const connection = await bench.city.connect()
  try {
    for (const subject of await subjectsOf(connection.db, chanceOf(99), bench.city.listings))
      yield await rowOf(bench, connection, subject)
  } finally {
    await connection.close()
  }
}

async function rowOf(bench: Bench, connection: Connection, subject: Subject): Promise<Row> {
  const jobs = Array.from({ length: SETS }, () => subject.make())
  const asked: Statement[][] = []
  // Seeing the statements is also a warm-up.
  for (const job of jobs) asked.push(await statementsOf(connection, job, /^/))
  const times: number[] = []
  const here = { cpu: () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000 }
  const { node, postgres } = await bench.cost([here], SETS * ROUNDS, async () => {
    for (let round = 0; round < ROUNDS; round++) for (const job of jobs) times.push(await timeOf(job))
    return {}
  })
  const { p50, p99 } = percentiles(times)
  const floor = bench.city.isEmbedded
    ? null
    : await timeStatements(bench.city.databaseUrl, asked, SETS * ROUNDS)
  const most = Math.max(...asked.map((each) => each.length))
  return {
    name: `${subject.name}, ${most} ${most === 1 ? 'statement' : 'statements'}`,
    figure: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    node,
    postgres,
    ...(floor && {
      floor: `pgbench p50 ${floor.p50.toFixed(1)} ms, p99 ${floor.p99.toFixed(1)} ms`,
      ratio: p99 / floor.p99,
    }),
    aim: `p99 ≤ ${subject.mostMs} ms${subject.isOneStatement ? ', one statement' : ''}`,
    holds: p99 <= subject.mostMs && (!subject.isOneStatement || most === 1),
  }
}

async function timeOf(job: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await job()
  return performance.now() - began
}
