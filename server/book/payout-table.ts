import { sql } from 'kysely'
import type { RowOf } from '#db/schema.ts'
import type { MoneyAdmin } from '#domain/access.ts'
import { payoutDirections, payoutDirectionText } from '#domain/book/payout.ts'
import { csvPesos } from '../csv.ts'
import { choices, oneOf, type Table } from '../admin-table.ts'
import { emailOf, fullName } from '../names.ts'

type Columns =
  | ('id' | 'direction' | 'centavos' | 'reference' | 'paidOn' | 'recordedAt')
  | ('reversedAt' | 'reversalReason')
export type AdminPayout = Pick<RowOf<'payout'>, Columns> & {
  /** Null for a settlement of the provider. */
  ownerName: string | null
  ownerEmail: string | null
  recordedByName: string
  reversedByName: string | null
}
export type PayoutSort = 'recorded' | 'paid' | 'amount' | 'owner'

const ownerName = sql`coalesce(${fullName('a')}, '')`

/** Every recorded payout, including reversed ones. */
export const payoutTable: Table<AdminPayout, PayoutSort, MoneyAdmin> = {
  select: sql`y.id, y.direction, ${fullName('a')} as owner_name, ${emailOf('a')} as owner_email,
    y.centavos, y.reference, y.paid_on, y.recorded_at,
    ${fullName('w')} as recorded_by_name, y.reversed_at, ${fullName('v')} as reversed_by_name, y.reversal_reason`,
  from: sql`payout y join account w on w.id = y.recorded_by left join account a on a.id = y.owner_id
    left join account v on v.id = y.reversed_by`,
  id: { by: sql`y.id`, type: 'uuid' },
  sorts: {
    recorded: { by: sql`y.recorded_at`, type: 'instant' },
    paid: { by: sql`y.paid_on::text`, type: 'text' },
    amount: { by: sql`y.centavos`, type: 'integer' },
    owner: { by: sql`lower(${ownerName})`, type: 'text' },
  },
  startsBy: '-recorded',
  search: [sql`y.reference`, ownerName, sql`coalesce(a.email, '')`],
  ofAccount: (id) => sql`y.owner_id = ${id}`,
  filters: {
    direction: oneOf('Which way', sql`y.direction`, payoutDirections, payoutDirectionText),
    state: choices('State', {
      standing: ['Standing', sql`y.reversed_at is null`],
      reversed: ['Taken back', sql`y.reversed_at is not null`],
    }),
  },
  csv: [
    ['Reference', (row) => row.reference],
    ['Direction', (row) => payoutDirectionText(row.direction)],
    ['Owner', (row) => row.ownerName],
    ['Email', (row) => row.ownerEmail],
    ['Amount (PHP)', (row) => csvPesos(row.centavos)],
    ['Paid on', (row) => row.paidOn],
    ['Written down', (row) => row.recordedAt],
    ['By', (row) => row.recordedByName],
    ['Taken back', (row) => row.reversedAt],
    ['Taken back by', (row) => row.reversedByName],
    ['Why', (row) => row.reversalReason],
  ],
}
