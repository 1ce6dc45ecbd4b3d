import { sql, type Transaction } from 'kysely'
import type { Database } from '../schema.ts'

type Tx = Transaction<Database>

/** A table with the columns that can be written (a generated one is computed), and the order of its rows. */
export type CopiedTable = {
  name: string
  columns: { name: string; type: string }[]
  /** SQL after `order by`, the same order in every database whatever its collation. */
  order: string
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** All tables of the schema in the order of their names, without Kysely's list of migrations. */
export async function readTables(tx: Tx): Promise<CopiedTable[]> {
  const { rows } = await sql<{ name: string; column: string; type: string; isText: boolean; key: number }>`
    select c.relname::text as name, a.attname::text as column, format_type(a.atttypid, a.atttypmod) as type,
      a.attcollation <> 0 as "isText", coalesce(array_position(i.indkey::int2[], a.attnum), -1) as key
    from pg_class c join pg_attribute a on a.attrelid = c.oid
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname not like 'kysely%'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by c.relname::text collate "C", a.attnum`.execute(tx)
  return Object.entries(Object.groupBy(rows, ({ name }) => name)).map(([name, columns = []]) => {
    const key = columns.filter((column) => column.key >= 0).sort((a, b) => a.key - b.key)
    const order = key.length > 0 ? key : columns.map((column) => ({ ...column, isText: true, type: 'any' }))
    return {
      name,
      columns: columns.map(({ column, type }) => ({ name: column, type })),
      order: order
        .map(({ column, isText, type }) =>
          isText ? `t.${quoted(column)}${type === 'any' ? '::text' : ''} collate "C"` : `t.${quoted(column)}`,
        )
        .join(', '),
    }
  })
}

/** Makes the texts of values the same in every session and database. */
export async function fixTextForms(tx: Tx): Promise<void> {
  await sql
    .raw(
      `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
    set local extra_float_digits = 1; set local bytea_output = 'hex'; set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0`,
    )
    .execute(tx)
}

const ROWS_AT_ONCE = 500

/**
 * A table's rows in its order, some hundred at a time, each a line of JSON: an object with the text of each column,
 * as PostgreSQL writes it, or null.
 */
export async function* readRows(tx: Tx, table: CopiedTable): AsyncGenerator<string[]> {
  const columns = table.columns.map(({ name }) => `t.${quoted(name)}::text as ${quoted(name)}`).join(', ')
  await sql
    .raw(
      `declare copied no scroll cursor for select row_to_json(r)::text as line from
      (select ${columns} from ${quoted(table.name)} t order by ${table.order}) r`,
    )
    .execute(tx)
  for (;;) {
    const { rows } = await sql.raw<{ line: string }>(`fetch ${ROWS_AT_ONCE} from copied`).execute(tx)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await sql.raw('close copied').execute(tx)
}

/** Inserts rows that `readRows` read, with the values of identity columns that they have. */
export async function writeRows(tx: Tx, table: CopiedTable, lines: readonly string[]): Promise<void> {
  const names = table.columns.map(({ name }) => quoted(name))
  const values = table.columns.map(({ name, type }) => `r.${quoted(name)}::${type}`)
  await sql`insert into ${sql.raw(quoted(table.name))} (${sql.raw(names.join(', '))}) overriding system value
    select ${sql.raw(values.join(', '))} from json_to_recordset(${`[${lines.join(',')}]`}::json)
    as r (${sql.raw(names.map((name) => `${name} text`).join(', '))})`.execute(tx)
}

/** How far the numbers of an identity column are. */
export type CopiedSequence = { table: string; column: string; last: string; isCalled: boolean }

/** How far the numbers of all identity columns are. A later transaction may have taken some of them. */
export async function readSequences(tx: Tx, tables: readonly CopiedTable[]): Promise<CopiedSequence[]> {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    select c.relname::text as table, a.attname::text as column,
      pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attidentity <> ''
    order by 1, 2`.execute(tx)
  const known = new Set(tables.map(({ name }) => name))
  const sequences: CopiedSequence[] = []
  for (const { table, column, sequence } of rows.filter((row) => known.has(row.table))) {
    const read = await sql<{ last: string; isCalled: boolean }>`
      select last_value::text as last, is_called as "isCalled" from ${sql.raw(sequence)}`.execute(tx)
    sequences.push({ table, column, ...read.rows[0]! })
  }
  return sequences
}

/** Lets identity columns go on from where they were. */
export async function writeSequences(tx: Tx, sequences: readonly CopiedSequence[]): Promise<void> {
  for (const { table, column, last, isCalled } of sequences)
    await sql`select setval(pg_get_serial_sequence(${quoted(table)}, ${column}),
      ${last}::bigint, ${isCalled})`.execute(tx)
}
