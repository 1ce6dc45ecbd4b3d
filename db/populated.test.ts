import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Db } from '#server/context.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import { fillTables, type Values } from '#tests/support/fill-tables.ts'
import { migrateTo, migrationNames } from './migrate.ts'

/** What no version before a migration wrote, although the checks of its schema allow more. */
const onlyBefore: Record<string, Values> = {
  '016_admin_money': { 'refund.status': [`'due'`, `'sent'`, `'succeeded'`, `'manual'`] },
  '014_payment': { 'order.payment_method': [`'cash_on_delivery'`] },
}

/** Tables whose rows a migration takes away on purpose: here the counts of limits, which last minutes. */
const emptied: Record<string, readonly string[]> = { '037_rate_limit_parts': ['rate_limit'] }

/** How many rows every table has, and how many values every column. */
async function countValues(tx: Db): Promise<Record<string, number>> {
  const db = tx.withoutPlugins()
  const { rows: tables } = await sql<{ counts: string }>`
    select format('(select count(*)::int as %I, %s from %I) as %I', table_name,
      string_agg(format('count(%I)::int as %I', column_name, table_name || '.' || column_name), ', '),
      table_name, table_name) as counts
    from information_schema.columns where table_schema = current_schema() and table_name not like 'kysely%'
    group by table_name`.execute(db)
  const all = sql.raw(`select * from ${tables.map(({ counts }) => counts).join(', ')}`)
  return (await all.execute(db)).rows[0] as Record<string, number>
}

class Undone extends Error {}

it('every migration applies to a database with rows in every table, and loses none', async () => {
  const { connection, drop } = await emptyDatabase()
  const names = await migrationNames()
  const problems: string[] = []
  for (const [before, name] of names.slice(1).map((name, i) => [names[i]!, name] as const)) {
    await migrateTo(connection.db, before)
    const onCopy = connection.db.transaction().execute(async (tx) => {
      await fillTables(
        tx,
        Object.assign(
          {},
          ...Object.keys(onlyBefore)
            .filter((at) => name <= at)
            .map((at) => onlyBefore[at]),
        ),
      )
      const counted = await countValues(tx)
      expect(await migrateTo(tx, name), name).toEqual([name])
      const after = await countValues(tx)
      for (const [place, n] of Object.entries(counted))
        if ((after[place] ?? 0) < n && !emptied[name]?.includes(place.split('.')[0]!))
          problems.push(`${name} lost some of ${place}`)
      await migrateTo(tx, names.at(-1)!)
      throw new Undone()
    })
    await onCopy.catch((error: unknown) => {
      if (!(error instanceof Undone)) problems.push(`with rows of ${before}: ${(error as Error).message}`)
    })
  }
  await drop()
  expect(problems).toEqual([])
})
