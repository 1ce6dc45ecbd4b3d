import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export type Value = string | number | boolean | null | Date | readonly string[] | readonly number[]

/** Rows that wait for their table, in the format of COPY. */
export type Rows = { table: string; columns: readonly string[]; lines: string[] }

/** An empty set of rows for a table with these columns. */
export const rowsOf = (table: string, columns: string): Rows => ({
  table,
  columns: columns.split(' '),
  lines: [],
})

/** Adds a row: a value for each column, in their order. */
export function add(rows: Rows, values: readonly Value[]): void {
  rows.lines.push(values.map(written).join('\t'))
}

const signs = /[\\\n\r\t]/
const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' }

function written(value: Value): string {
  if (typeof value === 'string')
    return signs.test(value) ? value.replaceAll(/[\\\n\r\t]/g, (sign) => escapes[sign]!) : value
  if (value === null) return String.raw`\N`
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object') return `{${value.map((part) => JSON.stringify(part)).join()}}`
  return String(value)
}

/** Writes the waiting rows into their table, and empties the set. */
export async function load(client: pg.ClientBase, rows: Rows): Promise<void> {
  const { table, columns, lines } = rows
  if (lines.length === 0) return
  const into = client.query(copyFrom(`copy "${table}" (${columns.join(', ')}) from stdin`))
  await pipeline(Readable.from(inPieces(lines.splice(0))), into)
}

function* inPieces(lines: string[]) {
  for (let i = 0; i < lines.length; i += 1000) yield `${lines.slice(i, i + 1000).join('\n')}\n`
}

/**
 * Runs `fill` while the tables have no triggers of ours, no foreign keys, and no indexes except those of constraints;
 * then it restores and checks all of them. To be called in a transaction.
 */
export async function bare(client: pg.ClientBase, tables: readonly string[], fill: () => Promise<void>) {
  const names = tables.map((table) => `"${table}"`)
  const { rows: indexes } = await client.query<{ drop: string; make: string }>(
    `select format('drop index %I', c.relname) as drop, pg_get_indexdef(i.indexrelid) as make
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint k
       where k.conindid = i.indexrelid)`,
    [names],
  )
  const { rows: keys } = await client.query<{ drop: string; make: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
     from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`,
    [names],
  )
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  for (const { drop } of [...keys, ...indexes]) await client.query(drop)
  await fill()
  for (const name of names) await client.query(`analyze ${name}`)
  for (const { make } of [...indexes, ...keys]) await client.query(make)
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
}
