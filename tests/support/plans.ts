import type { Connection } from '#db/connect.ts'
import { statementsOf } from './hot-statements.ts'

/**
 * The plans of the statements that `work` sends one after the other, as text. A table is read in full, or rows are
 * sorted, only where no index serves: so an index that is missing shows on a table with few rows. `without` are the
 * ways of PostgreSQL's planner that are switched off for that.
 */
export async function plansOf(
  connection: Connection,
  work: () => Promise<unknown>,
  without: readonly string[] = ['seqscan', 'sort'],
): Promise<string> {
  const said = await statementsOf(connection, work, /^\s*(select|with|update|delete)\b/)
  if (said.length === 0) throw new Error('no statement was seen')
  const client = await connection.pool.connect()
  const lines: string[] = []
  try {
    await client.query('begin')
    for (const way of without) await client.query(`set local enable_${way} = off`)
    for (const { text, values } of said) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
      lines.push(...rows.map((row) => row['QUERY PLAN']))
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
  return lines.join('\n')
}

/**
 * What the statements of `work` read from one end to the other, by their plans: a table, or an index of all its rows.
 * An index of some rows, such as those that are due, may be read in full.
 */
export async function fullReadsOf(connection: Connection, work: () => Promise<unknown>): Promise<string[]> {
  // With few rows the planner joins tables by reading both in full.
  const plans = await plansOf(connection, work, ['seqscan', 'mergejoin', 'hashjoin'])
  const lines = plans.split('\n')
  const { rows } = await connection.pool.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index where indpred is not null`,
  )
  const ofSome = rows.map(({ name }) => name)
  return lines.flatMap((line, i) => {
    const [, table] = /Seq Scan on (\S+)/.exec(line) ?? []
    if (table) return [table]
    const [, index] =
      /(?:Index Scan|Index Only Scan|Bitmap Index Scan)(?: Backward)? (?:using|on) (\w+)/.exec(line) ?? []
    return index && !ofSome.includes(index) && !/Index Cond/.test(lines[i + 1] ?? '') ? [index] : []
  })
}
