import { sql } from 'kysely'
import { type Chance, chanceOf } from '#seeds/metropolis/chance.ts'
import type { Db } from '#server/context.ts'

const ROWS = 2
/**
 * Rows are made by chance, and the checks of a table refuse many: it is given `BATCH` rows at a time until `ROWS` are
 * taken, and fails after `MOST`.
 */
const [BATCH, MOST] = [50, 2000]

/** What a column, `table.column`, may have, as SQL. */
type Values = Record<string, readonly string[]>

/** Values of columns whose checks can't be read from the catalogue. */
const chosen: Values = {
  'order.agreement_sha256': [`repeat('0a', 32)`],
  'notice.path': [`'/tracker'`],
  'place.barangay_code': [`'1380500001'`],
  'place.city_code': [`'1380500000'`],
  'place.phone': [`'+639170000101'`],
  'event.subject': [`'listing'`, `'rental'`, `'account'`],
  // The refunds of a payment may not be more than it.
  'payment.centavos': ['45000', '90000'],
}

const notPaidOut = { done_at: 'null', proof: 'null', paid_on: 'null', paid_out_by: 'null' }

/**
 * Columns that depend on each other, so that chance seldom meets their checks: each row takes one of these shapes.
 * `some` is any value of the column.
 */
const shapes: Record<string, readonly Record<string, string>[]> = {
  report: [
    { about: `'person'`, thread_id: 'some', message_text: 'null', reported_text: 'null' },
    { about: `'message'`, thread_id: 'some', message_text: 'some', reported_text: 'null' },
    { about: `'listing'`, thread_id: 'null', message_text: 'null', reported_text: 'some' },
    { about: `'review'`, thread_id: 'null', message_text: 'null', reported_text: 'some' },
  ],
  refund: [
    { status: `'due'`, reason: `'cancel'`, rental_id: 'some', ...notPaidOut },
    { status: `'manual'`, reason: `'unused'`, rental_id: 'null', ...notPaidOut },
    { status: `'succeeded'`, reason: `'deposit'`, rental_id: 'some', ...notPaidOut, done_at: 'some' },
    // Chance chooses the status: the checks take this shape only with `paid_out`, which no version before 016 wrote.
    {
      reason: `'deposit'`,
      rental_id: 'some',
      done_at: 'some',
      proof: 'some',
      paid_on: 'some',
      paid_out_by: 'some',
    },
  ],
}

/** The only values that versions before a migration wrote, although the checks of their schema allow more. */
const onlyBefore: Record<string, Values> = {
  '021_thread_assistant': { 'message.sender': [`'renter'`, `'owner'`] },
  '016_admin_money': { 'refund.status': [`'due'`, `'sent'`, `'succeeded'`, `'manual'`] },
  '014_payment': {
    'order.payment_method': [`'cash_on_delivery'`],
    'money_line.kind': [`'rent'`, `'delivery'`],
  },
}

/** Tables that triggers fill. */
const derived = ['listing_search', 'search_term', 'tag_count', 'account_event_counter']

/** Tables whose rows belong together: an entry has postings that sum to zero. */
const together: Record<string, string> = {
  book_entry: '',
  book_posting: `with entry as (insert into book_entry (key, kind, order_id)
      select 'cash:' || id, 'cash', id from "order" on conflict do nothing returning id)
    insert into book_posting (entry_id, book_account, person_id, centavos)
    select id, 'owner_payable', (select id from account limit 1), -500 from entry
    union all select id, 'bank', null, 500 from entry`,
}

type Column = { name: string; type: string; required: boolean; target: string | null; checks: string[] }
type Table = { name: string; columns: Column[] }

/**
 * Adds two plausible rows to each table that no trigger fills, of the schema that the database has before the
 * migration `next`. `tx` is a transaction. A value fits its column's type and checks, or is a reference, or null. Each
 * call on a database needs another `round`; the same `round` makes the same rows, but for times. Throws when a table
 * refuses too many.
 */
export async function fillTables(tx: Db, round: number, next: string): Promise<void> {
  const before = Object.keys(onlyBefore).filter((later) => next <= later)
  const values: Values = Object.assign({}, chosen, ...before.map((later) => onlyBefore[later]))
  await sql.raw(tryEach).execute(tx)
  for (const table of inOrder(await readTables(tx))) {
    if (derived.includes(table.name)) continue
    if (table.name in together) {
      if (together[table.name]) await sql.raw(together[table.name]!).execute(tx)
      continue
    }
    const candidate = candidatesFor(table, round, values)
    let taken = 0
    let error = ''
    for (let tried = 0; taken < ROWS; tried += BATCH) {
      if (tried > MOST) throw new Error(`${table.name} took ${taken} of ${ROWS} rows: ${error}`)
      const batch = Array.from({ length: BATCH }, candidate)
      const { rows } = await sql<{ taken: number; error: string }>`
        select * from pg_temp.try_each(${batch}::text[], ${ROWS - taken})`.execute(tx)
      taken += rows[0]!.taken
      error = rows[0]!.error
    }
  }
  await sql`set constraints all immediate`.execute(tx)
}

/** Runs statements until enough rows were taken; only violated constraints are passed over. */
const tryEach = `
  create or replace function pg_temp.try_each(statements text[], wanted int, out taken int, out error text)
  language plpgsql as $$
  declare
    statement text;
  begin
    taken := 0;
    foreach statement in array statements loop
      begin
        execute statement;
        taken := taken + 1;
        exit when taken = wanted;
      exception when integrity_constraint_violation then
        error := sqlerrm;
      end;
    end loop;
  end $$`

async function readTables(tx: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name, json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
      'required', a.attnotnull, 'target', f.target, 'checks', coalesce(k.checks, '[]')) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join lateral (select format('%I.%I', t.relname, r.attname) as target
        from pg_constraint x join pg_class t on t.oid = x.confrelid
          join pg_attribute r on r.attrelid = x.confrelid and r.attnum = x.confkey[1]
        where x.conrelid = c.oid and x.contype = 'f' and x.conkey[1] = a.attnum) f on true
      left join lateral (select json_agg(pg_get_constraintdef(x.oid)) as checks from pg_constraint x
        where x.conrelid = c.oid and x.contype = 'c' and x.conkey = array[a.attnum]) k on true
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname not like 'kysely%'
      and a.attidentity = '' and a.attgenerated = ''
    group by c.relname order by c.relname`.execute(tx)
  return rows
}

/** Each table after those it references; where they reference each other, after those it can't be without. */
function inOrder(tables: Table[]): Table[] {
  const left = [...tables]
  const ordered: Table[] = []
  const waits = (table: Table, isOptional: boolean) =>
    table.columns.some(
      ({ target, required }) =>
        target !== null &&
        (required || isOptional) &&
        left.some((other) => other !== table && target.replaceAll('"', '').startsWith(`${other.name}.`)),
    )
  while (left.length > 0) {
    const next = left.find((table) => !waits(table, true)) ?? left.find((table) => !waits(table, false))
    if (!next) throw new Error(`Tables that need each other: ${left.map(({ name }) => name).join(', ')}`)
    ordered.push(...left.splice(left.indexOf(next), 1))
  }
  return ordered
}

function candidatesFor({ name, columns }: Table, round: number, given: Values): () => string {
  const chance = chanceOf(round)
  const row = (i: number) => {
    const valueOf = (column: Column) => {
      const values = given[`${name}.${column.name}`]
      return values ? chance.pick(values) : valueFor(column, i, chance)
    }
    // In a row, all columns that may be null are null, or none, or some.
    const nulls = [0, 1, 0.5, 0.3][(i + round) % 4]!
    const shape = shapes[name] && chance.pick(shapes[name])
    const values = columns.map((column) => {
      const shaped = shape?.[column.name]
      if (shaped) return shaped === 'some' ? valueOf(column) : shaped
      return !column.required && chance.is(nulls) ? 'null' : valueOf(column)
    })
    return `insert into "${name}" (${columns.map((column) => column.name).join()}) values (${values.join()})`
  }
  let i = round * 10_000
  return () => row(i++)
}

const uuid = (n: number) => `'00000000-0000-7000-8000-${String(n).padStart(12, '0')}'`

function valueFor(column: Column, i: number, chance: Chance): string {
  const { name, type, target, checks } = column
  if (target) {
    const [table, key] = target.split('.')
    const place = `${chance.upTo(1_000_000)} % (select greatest(count(*), 1) from ${table})`
    return `(select ${key} from ${table} order by ${key} limit 1 offset ${place})`
  }
  const list = checks.map((check) => /= ANY \(+ARRAY\[(.*?)\]/.exec(check)?.[1]).find(Boolean)
  if (list) return chance.pick(list.split(', '))
  const pattern = checks.map((check) => /~ '(.*?)'/.exec(check)?.[1]).find(Boolean)
  if (pattern === '^[0-9a-f]{64}$') return `encode(sha256('${name} ${i}'), 'hex')`
  if (pattern?.startsWith('^[a-z]')) return `'${name.replaceAll('_', '-')}'`
  const shortest = Number(/length\(\w+\) >= (\d+)/.exec(checks.join())?.[1] ?? 1)
  const start = `date '2026-01-01' + ${chance.upTo(300)}`
  if (type === 'daterange') return `daterange(${start}, ${start} + ${chance.pick(['1', '3', '7'])})`
  if (type === 'text' || type === 'character varying')
    return `'${`${name.replaceAll('_', ' ')} ${i} `.padEnd(shortest, 'x').trim()}'`
  if (type.startsWith('timestamp')) return `now() - interval '${chance.upTo(10_000)} hours'`
  // Only amounts may be below zero.
  const whole = () => String(chance.upTo(12) - (name === 'centavos' ? 3 : 0))
  const simple: Record<string, () => string> = {
    uuid: () => uuid(i),
    boolean: () => chance.pick(['true', 'false']),
    integer: whole,
    bigint: () => (name.endsWith('_id') ? String(i) : whole()),
    real: () => String(chance.upTo(10)),
    date: () => start,
    jsonb: () => `'{"a": 1}'`,
    'text[]': () => `'{a,b}'`,
    'integer[]': () => `'{320,640}'`,
    'uuid[]': () => `'{}'`,
  }
  if (!simple[type]) throw new Error(`fillTables knows no value of type ${type}`)
  return simple[type]()
}
