import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
beforeAll(async () => void (database = await freshDatabase()))
afterAll(() => database.drop())

/** A column as the text of the schema or the database describes it. */
type Column = { nullable: boolean; optionalOnInsert: boolean; kind: string }
type Table = Record<string, Column>

/** Kysely and the limiter maintain these. */
const unmapped = ['kysely_migration', 'kysely_migration_lock', 'rate_limit']

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The tables that `db/schema.ts` declares, by their database names. */
function declared(): Record<string, Table> {
  const text = globSync('schema*.ts', { cwd: import.meta.dirname, exclude: ['*.test.ts'] })
    .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
    .join('\n')
  const interfaces = new Map(
    [...text.matchAll(/^(?:export )?interface (\w+) \{\n([\s\S]*?)\n\}/gm)].map(([, name, body]) => [
      name!,
      body!,
    ]),
  )
  const fields = (body: string) =>
    [...body.matchAll(/^ {2}(\w+): (.+)$/gm)].map(([, name, type]) => [name!, type!] as const)
  return Object.fromEntries(
    fields(interfaces.get('Database')!).map(([table, type]) => [
      snake(table),
      Object.fromEntries(fields(interfaces.get(type)!).map(([name, of]) => [snake(name), columnOf(of)])),
    ]),
  )
}

function columnOf(type: string): Column {
  const nullable = /^Nullable<|\| null/.test(type)
  const optionalOnInsert =
    nullable || /^(Generated|GeneratedAlways|CreatedAt|Timestamp)\b|undefined/.test(type)
  return { nullable, optionalOnInsert, kind: kindOf(type) }
}

const kindOf = (type: string) => {
  if (/Date|CreatedAt|Timestamp/.test(type)) return 'moment'
  if (/\[\]/.test(type)) return 'list'
  if (/Record<|Json</.test(type)) return 'json'
  if (/boolean/.test(type)) return 'boolean'
  if (/number|DurationDays/.test(type)) return 'number'
  return 'text'
}

const kinds: Record<string, string> = {
  'timestamp with time zone': 'moment',
  ARRAY: 'list',
  jsonb: 'json',
  boolean: 'boolean',
  integer: 'number',
  smallint: 'number',
  bigint: 'number',
  real: 'number',
}

async function migrated(): Promise<Record<string, Table>> {
  const { rows } = await database.connection.pool.query(`
    select table_name, column_name, data_type, is_nullable = 'YES' as nullable,
      (is_nullable = 'YES' or column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS') as optional
    from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`)
  const tables: Record<string, Table> = {}
  for (const row of rows) {
    if (unmapped.includes(row.table_name)) continue
    tables[row.table_name] ??= {}
    tables[row.table_name]![row.column_name] = {
      nullable: row.nullable,
      optionalOnInsert: row.optional,
      kind: kinds[row.data_type] ?? 'text',
    }
  }
  return tables
}

it('the schema in TypeScript is that of a migrated database: tables, columns, what may be null or left out, and kinds', async () => {
  expect(declared()).toEqual(await migrated())
})

it('every foreign key has an index to find what points at a row', async () => {
  const { rows } = await database.connection.pool.query(`
    select c.conrelid::regclass::text as from_table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))
    order by 1, 2`)
  // Few rows reference these, or the referenced row is never deleted.
  const without = [
    '"order" debt_id',
    'agreement_template created_by',
    'contact_message handled_by',
    'listing moderated_by',
    'rental_entry by_id',
    'review moderated_by',
  ]
  expect(rows.map((row) => `${row.from_table} ${row.column}`)).toEqual(without)
})
