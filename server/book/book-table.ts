import { type RawBuilder, sql } from 'kysely'
import type { MoneyAdmin } from '#domain/access.ts'
import { type BookAccount, bookAccounts, type BookEntryKind, bookEntryKinds } from '#domain/book/book.ts'
import { isDay } from '#domain/period.ts'
import { csvPesos } from '../csv.ts'
import { choices, type Filter, type Table } from '../admin-table.ts'
import { emailOf, fullName } from '../names.ts'

export type EntryPosting = {
  account: BookAccount
  /** The person whose balance in the account changes; null for an account without persons. */
  personName: string | null
  /** The title of the rental's listing. */
  title: string | null
  centavos: number
}
export type AdminEntry = {
  id: number
  at: Date
  kind: BookEntryKind
  key: string
  orderNumber: string | null
  title: string | null
  /** The reference of a payout. */
  reference: string | null
  /** The amount: the sum of its debits. */
  centavos: number
  postings: EntryPosting[]
}
export type EntrySort = 'at' | 'amount'

const personName = fullName('a')
const debitSum = sql`(select coalesce(sum(p.centavos), 0) from book_posting p where p.entry_id = e.id
  and p.centavos > 0)`
const postingTexts = sql`coalesce((select string_agg(concat_ws(' ', a.first_name, a.last_name, a.email, t.title),
  ' ') from book_posting p
  left join account a on a.id = p.person_id left join rental t on t.id = p.rental_id where p.entry_id = e.id), '')`
const entries = sql`book_entry e left join "order" o on o.id = e.order_id left join rental r on r.id = e.rental_id
  left join payout y on y.id = (case when e.kind like 'payout%' then split_part(e.key, ':', 2)::uuid end)`
/** What a search covers, in both tables. Entries of a person are those with a posting of theirs. */
const searched = {
  search: [sql`coalesce(o.number, '')`, sql`coalesce(y.reference, '')`, sql`e.key`, postingTexts],
  ofAccount: (id: RawBuilder<unknown>) =>
    sql`e.id in (select p.entry_id from book_posting p where p.person_id = ${id})`,
  orderNumber: sql`o.number`,
}

/** The filters of the book, by an account, a kind and the Manila day on which an entry was written. */
const filtersBy = (ofAccount: (account: string) => RawBuilder<unknown>): Record<string, Filter> => ({
  account: choices('Account', choicesOf(bookAccounts, ofAccount)),
  kind: choices(
    'What',
    choicesOf(bookEntryKinds, (kind) => sql`e.kind = ${kind}`),
  ),
  from: {
    label: 'From',
    conditionOf: (day) => (isDay(day) ? sql`e.at >= (${day}::timestamp at time zone 'Asia/Manila')` : null),
  },
  until: {
    label: 'Until',
    conditionOf: (day) =>
      isDay(day) ? sql`e.at < ((${day}::date + 1)::timestamp at time zone 'Asia/Manila')` : null,
  },
})

function choicesOf(labels: Record<string, string>, conditionOf: (value: string) => RawBuilder<unknown>) {
  const each = Object.entries(labels).map(([value, label]) => [value, [label, conditionOf(value)]] as const)
  return Object.fromEntries(each)
}

/** Every entry of the book with its postings. */
export const bookTable: Table<AdminEntry, EntrySort, MoneyAdmin> = {
  select: sql`e.id, e.at, e.kind, e.key, o.number as order_number, r.title, y.reference,
    ${debitSum}::bigint as centavos,
    (select jsonb_agg(jsonb_build_object('account', p.book_account, 'personName', ${personName}, 'title',
    t.title, 'centavos', p.centavos)
        order by p.id) from book_posting p left join account a on a.id = p.person_id left
          join rental t on t.id = p.rental_id where p.entry_id = e.id) as postings`,
  from: entries,
  id: { by: sql`e.id`, type: 'integer' },
  sorts: { at: { by: sql`e.at`, type: 'instant' }, amount: { by: debitSum, type: 'integer' } },
  startsBy: '-at',
  ...searched,
  filters: filtersBy(
    (account) =>
      sql`exists (select from book_posting p where p.entry_id = e.id and p.book_account = ${account})`,
  ),
  // The CSV of the page comes from `postingTable`.
  csv: [],
}

type PostingRow = Omit<AdminEntry, 'centavos' | 'postings'> &
  EntryPosting & { personEmail: string | null; entryId: number }

/**
 * The book as CSV, a line for each posting, with the filters of the page. The account filter keeps only the postings
 * to that account.
 */
export const postingTable: Table<PostingRow, EntrySort, MoneyAdmin> = {
  select: sql`q.id, e.id as entry_id, e.at, e.kind, e.key, o.number as order_number, coalesce(q.title,
    r.title) as title, y.reference, q.book_account as account,
    ${fullName('q')} as person_name, ${emailOf('q')} as person_email, q.centavos`,
  from: sql`${entries} join (select p.id, p.entry_id, p.book_account, p.centavos, t.title, a.first_name,
    a.last_name, a.email, a.deleted_at
    from book_posting p left join account a on a.id = p.person_id left
      join rental t on t.id = p.rental_id) q on q.entry_id = e.id`,
  id: { by: sql`q.id`, type: 'integer' },
  sorts: { at: { by: sql`e.at`, type: 'instant' }, amount: { by: debitSum, type: 'integer' } },
  startsBy: '-at',
  ...searched,
  filters: filtersBy((account) => sql`q.book_account = ${account}`),
  csv: [
    ['Entry', (row) => row.entryId],
    ['When', (row) => row.at],
    ['What', (row) => bookEntryKinds[row.kind]],
    ['Key', (row) => row.key],
    ['Order', (row) => row.orderNumber],
    ['Item', (row) => row.title],
    ['Reference', (row) => row.reference],
    ['Account', (row) => bookAccounts[row.account]],
    ['Person', (row) => row.personName],
    ['Person email', (row) => row.personEmail],
    ['Debit (PHP)', (row) => (row.centavos > 0 ? csvPesos(row.centavos) : '')],
    ['Credit (PHP)', (row) => (row.centavos < 0 ? csvPesos(-row.centavos) : '')],
  ],
}
