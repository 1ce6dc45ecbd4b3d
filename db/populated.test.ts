import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Db } from '#server/context.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import { fillTables } from '#tests/support/fill-tables.ts'
import { migrateTo, migrationNames } from './migrate.ts'

/** Tables whose rows a migration takes away on purpose. */
const emptied: Record<string, readonly string[]> = {
  // Counts of limits, which last minutes.
  '037_rate_limit_parts': ['rate_limit'],
  // Counts of tags that are not there.
  '097_ended_waits': ['tag_count'],
}

/** How many rows every table has, and how many values every column. */
async function countValues(camelCased: Db): Promise<Record<string, number>> {
  const db = camelCased.withoutPlugins()
  const { rows: tables } = await sql<{ counts: string }>`
    select format('select to_json(t) as counts from (select count(*) as %I, %s from %I) t', table_name,
      string_agg(format('count(%I) as %I', column_name, table_name || '.' || column_name), ', '),
      table_name) as counts
    from information_schema.columns where table_schema = current_schema() and table_name not like 'kysely%'
    group by table_name`.execute(db)
  const all = sql.raw<{ counts: Record<string, number> }>(
    tables.map(({ counts }) => counts).join(' union all '),
  )
  return Object.assign({}, ...(await all.execute(db)).rows.map(({ counts }) => counts))
}

it('every migration applies to a database with rows of all versions before it, and loses none', async () => {
  const { connection, drop } = await emptyDatabase()
  const { db } = connection
  const [first, ...names] = await migrationNames()
  await migrateTo(db, first!)
  for (const [i, name] of names.entries()) {
    await db.transaction().execute((tx) => fillTables(tx, i, name))
    const before = await countValues(db)
    expect(await migrateTo(db, name)).toEqual([name])
    const after = await countValues(db)
    const lost = Object.keys(before).filter((place) => (after[place] ?? 0) < before[place]!)
    expect(
      lost.filter((place) => !emptied[name]?.includes(place.split('.')[0]!)),
      name,
    ).toEqual([])
  }
  await drop()
}, 600_000)
