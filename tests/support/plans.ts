import type { Connection } from '#db/connect.ts'
import { statementsOf } from './hot-statements.ts'

/**
 * The plans of the statements that `work` sends one after the other, as text. A table is read in full, or rows are
 * sorted, only where no index serves: so an index that is missing shows on a table with few rows.
 */
export async function plansOf(connection: Connection, work: () => Promise<unknown>): Promise<string> {
  const said = await statementsOf(connection, work, /^\s*(select|with|update|delete)\b/)
  if (said.length === 0) throw new Error('no statement was seen')
  const client = await connection.pool.connect()
  const lines: string[] = []
  try {
    await client.query('begin')
    await client.query('set local enable_seqscan = off')
    await client.query('set local enable_sort = off')
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
