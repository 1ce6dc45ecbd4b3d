import { sql, type Transaction } from 'kysely'
import type { Database } from '../schema.ts'
import type { CopiedTable } from './tables.ts'

type Tx = Transaction<Database>

const names = async (tx: Tx, text: string) => (await sql.raw<{ it: string }>(text).execute(tx)).rows

/** Removes every table and function of the schema that belongs to no extension. */
export async function emptySchema(tx: Tx): Promise<void> {
  const ours = (catalog: string, id: string) =>
    `${id} in (select oid from ${catalog} where ${catalog === 'pg_proc' ? 'pronamespace' : 'relnamespace'} =
      current_schema()::regnamespace) and not exists (select from pg_depend d where d.objid = ${id}
      and d.classid = '${catalog}'::regclass and d.deptype = 'e')`
  for (const { it } of await names(
    tx,
    `select oid::regclass::text as it from pg_class x where relkind = 'r' and ${ours('pg_class', 'x.oid')}`,
  ))
    await sql.raw(`drop table if exists ${it} cascade`).execute(tx)
  for (const { it } of await names(
    tx,
    `select oid::regprocedure::text as it from pg_proc x where ${ours('pg_proc', 'x.oid')}`,
  ))
    await sql.raw(`drop function if exists ${it} cascade`).execute(tx)
}

/**
 * Empties the tables and calls `load`, during which no trigger runs and no foreign key is checked, so that rows
 * come in any order and exactly as they were. Foreign keys are made again afterwards, which checks all of them;
 * throws when a row refers to one that is not there.
 */
export async function loadUnchecked(
  tx: Tx,
  tables: readonly CopiedTable[],
  load: () => Promise<void>,
): Promise<void> {
  const all = tables.map(({ name }) => `"${name}"`)
  const keys = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2`.execute(
    tx,
  )
  for (const { table, name } of keys.rows)
    await sql.raw(`alter table ${table} drop constraint "${name}"`).execute(tx)
  for (const table of all) await sql.raw(`alter table ${table} disable trigger user`).execute(tx)
  await sql.raw(`truncate ${all.join(', ')}`).execute(tx)
  await load()
  for (const table of all) await sql.raw(`alter table ${table} enable trigger user`).execute(tx)
  for (const { table, name, definition } of keys.rows)
    await sql.raw(`alter table ${table} add constraint "${name}" ${definition}`).execute(tx)
}
