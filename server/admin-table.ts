import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Admin } from '#domain/access.ts'
import { cursorTime, exactly, readCursor, writeCursor } from './cursor.ts'
import type { Context } from './context.ts'
import type { CsvValue } from './csv.ts'

/** A value by which rows are identified and ordered. Never null: wrap it in `coalesce` where it could be. */
export type Key = { by: RawBuilder<unknown>; type: 'text' | 'instant' | 'integer' | 'uuid' }

export type FilterOption = { value: string; label: string }
/** A filter of a list, by one name in the query string. */
export type Filter = {
  label: string
  /** The values to choose from, in their order. Without them it is a day, or the page names what its loader found. */
  options?: readonly FilterOption[]
  /** The condition for a value from the query string; null for an unknown value. */
  conditionOf: (value: string) => RawBuilder<unknown> | null
}

/**
 * One description of an admin list: the page, its sorting, searching and filtering, and its CSV come from this. `Row`
 * is the result of `select`, in camelCase; `Reader` is the authority of those who may read it.
 */
export type Table<Row, Sort extends string, Reader extends Admin> = {
  readonly reader?: (admin: Reader) => void
  select: RawBuilder<unknown>
  from: RawBuilder<unknown>
  /** The condition for rows to be in the list; without it all are. */
  where?: RawBuilder<unknown>
  id: Key
  sorts: Record<Sort, Key>
  /** The default order; `-` before it is descending. */
  startsBy: Sort | `-${Sort}`
  /** The texts that a search covers. */
  search: readonly RawBuilder<unknown>[]
  /** The condition for rows of the account with this id, where `search` covers an email: see `searchFor`. */
  ofAccount?: (id: RawBuilder<unknown>) => RawBuilder<unknown>
  /** The column with an order's number, where `search` covers it: see `searchFor`. */
  orderNumber?: RawBuilder<unknown>
  filters: Record<string, Filter>
  csv: readonly (readonly [head: string, value: (row: Row) => CsvValue])[]
  /** Whether the CSV tells about people although it has no emails: an admin proves who they are before it. */
  isAboutPeople?: true
}

/** A page of a table, and the query without its invalid parts. */
export type TableView<Row, Sort extends string = string> = {
  rows: Row[]
  /** How many rows match; `COUNTED_TO + 1` stands for more than can be counted quickly. */
  total: number
  next: string | null
  previous: string | null
  search: string
  sort: Sort
  descending: boolean
  /** The values of the filters that are set, by name. */
  filters: Record<string, string>
  /** All filters of the table, as fields of its form. */
  filterFields: ({ name: string } & Pick<Filter, 'label' | 'options'>)[]
}

const PAGE_ROWS = 25
const COUNTED_TO = 1000
const MAX_SEARCH = 100

type Choices = Record<string, readonly [label: string, condition: RawBuilder<unknown>]>

/** A filter with a fixed set of values, each with its label and its condition. */
export function choices(label: string, of: Choices): Filter {
  return {
    label,
    options: Object.entries(of).map(([value, [text]]) => ({ value, label: text })),
    conditionOf: (value) => (Object.hasOwn(of, value) ? of[value]![1] : null),
  }
}

/** The possible values of a column as choices, each with the label that `labelOf` gives it. */
export function valuesOf<Value extends string>(
  column: RawBuilder<unknown>,
  values: readonly Value[],
  labelOf: (value: Value) => string,
): Choices {
  return Object.fromEntries(values.map((value) => [value, [labelOf(value), sql`${column} = ${value}`]]))
}

/** A filter whose values are the possible values of a column. */
export const oneOf = <Value extends string>(label: string, ...column: Parameters<typeof valuesOf<Value>>) =>
  choices(label, valuesOf(...column))

/**
 * The row of a table with this id, which may be any text from an address, or null. Null when there is no such row in
 * the list.
 */
export async function findRow<Row, Sort extends string, Reader extends Admin>(
  { db }: Pick<Context, 'db'>,
  _admin: NoInfer<Reader>,
  { select, from, where = sql`true`, id: key }: Table<Row, Sort, Reader>,
  id: string | null,
): Promise<Row | null> {
  const { shape, read } = keys[key.type]
  if (id === null || !shape.safeParse(id).success) return null
  const { rows } = await sql<Row>`select ${select} from ${from}
    where ${where} and ${key.by} = ${read(id)}`.execute(db)
  return rows[0] ?? null
}

/**
 * A page of a table in one statement, by a query string: `search`, `sort` (`-` before it is descending), the table's
 * filters by their names, and `after` or `before` with a cursor. Unknown values are ignored.
 */
export async function readTable<Row, Sort extends string, Reader extends Admin>(
  ctx: Pick<Context, 'db'>,
  _admin: NoInfer<Reader>,
  table: Table<Row, Sort, Reader>,
  query: URLSearchParams,
  { size = PAGE_ROWS } = {},
): Promise<TableView<Row, Sort>> {
  const { search, sort, descending, filters, conditions } = readQuery(table, query)
  const key = table.sorts[sort]
  const shape = z.tuple([keys[key.type].shape, keys[table.id.type].shape])
  const after = readCursor(query.get('after'), shape)
  const before = after ? null : readCursor(query.get('before'), shape)
  const cursor = after ?? before
  const backwards = before !== null
  const down = descending !== backwards
  const wanted = sql.join([table.where ?? sql`true`, ...conditions], sql` and `)
  const beyond = cursor
    ? sql`and (${key.by}, ${table.id.by}) ${down ? sql`<` : sql`>`} (${keys[key.type].read(cursor[0])},
      ${keys[table.id.type].read(cursor[1])})`
    : sql``
  const direction = down ? sql`desc` : sql`asc`
  const { rows } = await sql<Row & { tableKey: string; tableId: string; tableTotal: number }>`
    select ${table.select}, ${keys[key.type].write(key.by)} as table_key,
      ${keys[table.id.type].write(table.id.by)} as table_id,
      (select count(*)::int from (select 1 from ${table.from} where ${wanted}
      limit ${COUNTED_TO + 1}) counted) as table_total
    from ${table.from} where ${wanted} ${beyond}
    order by ${key.by} ${direction}, ${table.id.by} ${direction} limit ${size + 1}`.execute(ctx.db)
  const more = rows.length > size
  const page = rows.slice(0, size)
  if (backwards) page.reverse()
  const at = (row: (typeof page)[number] | undefined) => row && writeCursor([row.tableKey, row.tableId])
  return {
    rows: page.map(({ tableKey: _key, tableId: _id, tableTotal: _total, ...row }) => row as Row),
    total: page[0]?.tableTotal ?? 0,
    next: ((backwards || more) && at(page.at(-1))) || null,
    previous: ((backwards ? more : after !== null) && at(page[0])) || null,
    search,
    sort,
    descending,
    filters,
    filterFields: Object.entries(table.filters).map(([name, { label, options }]) => ({
      name,
      label,
      options,
    })),
  }
}

function readQuery<Row, Sort extends string>(
  table: Omit<Table<Row, Sort, never>, 'reader'>,
  query: URLSearchParams,
) {
  const search = readSearch(query.get('search'))
  const requested = query.get('sort') ?? ''
  const chosen = Object.hasOwn(table.sorts, requested.replace(/^-/, '')) ? requested : table.startsBy
  const conditions: RawBuilder<unknown>[] = []
  const filters: Record<string, string> = {}
  for (const [name, filter] of Object.entries(table.filters)) {
    const value = query.get(name)
    const condition = value ? filter.conditionOf(value) : null
    if (!value || !condition) continue
    filters[name] = value
    conditions.push(condition)
  }
  if (search !== '') conditions.push(searchFor(table, search))
  return {
    search,
    sort: chosen.replace(/^-/, '') as Sort,
    descending: chosen.startsWith('-'),
    filters,
    conditions,
  }
}

type Searched = 'search' | 'ofAccount' | 'orderNumber'
/** A whole number of an order, which ends in milliseconds. */
const wholeNumber = /^(cod|pm)-\d{13,}$/i

/**
 * The rows whose texts have what is searched for. For the whole email of an account only its rows, and for the whole
 * number of an order only those of this order, which an index finds.
 */
function searchFor(
  { search: texts, ofAccount, orderNumber }: Pick<Table<unknown, string, never>, Searched>,
  search: string,
): RawBuilder<unknown> {
  if (orderNumber && wholeNumber.test(search)) return sql`${orderNumber} = ${search.toLowerCase()}`
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const found = sql`(${sql.join(
    texts.map((text) => sql`${text} ilike ${pattern}`),
    sql` or `,
  )})`
  if (!ofAccount || !search.includes('@')) return found
  const id = sql`(select named.id from account named where lower(named.email) = lower(${search})
    and named.deleted_at is null)`
  return sql`case when ${id} is null then ${found} else ${ofAccount(id)} end`
}

/** Removes hidden characters: PostgreSQL accepts no NUL in a text, and nobody searches for the others. */
function readSearch(text: string | null): string {
  const visible = (text ?? '').replaceAll(/\p{Cc}/gu, ' ').trim()
  return [...visible].slice(0, MAX_SEARCH).join('').trim()
}

type KeyText = {
  /** The valid values in a cursor, so that reading it can't fail. */
  shape: z.ZodType<string>
  write: (by: RawBuilder<unknown>) => RawBuilder<unknown>
  read: (text: string) => RawBuilder<unknown>
}

/** How each type of key is written into a cursor, and read from it. */
const keys: Record<Key['type'], KeyText> = {
  text: {
    shape: z.string().regex(/^\P{Cc}*$/u),
    write: (by) => sql`${by}`,
    read: (text) => sql`${text}::text`,
  },
  instant: {
    shape: cursorTime,
    write: exactly,
    read: (text) => sql`${text}::timestamptz`,
  },
  integer: {
    shape: z.string().regex(/^(0|-?[1-9]\d{0,14})$/),
    write: (by) => sql`(${by})::text`,
    read: (text) => sql`${text}::bigint`,
  },
  uuid: {
    shape: z.uuid(),
    write: (by) => sql`(${by})::text`,
    read: (text) => sql`${text}::uuid`,
  },
}
