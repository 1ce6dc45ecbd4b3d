import { sql } from 'kysely'
import type { MoneyAdmin } from '#domain/access.ts'
import { type DisputeKind, disputeKinds } from '#domain/dispute/dispute.ts'
import { pesosInFigures } from '#domain/money.ts'
import { choices, type Table } from '../admin-table.ts'
import { fullName } from '../names.ts'

export type AdminClaim = {
  id: string
  rentalId: string
  kind: DisputeKind
  title: string
  orderNumber: string
  ownerName: string
  renterName: string
  /** What the owner asks for, and the renter. */
  centavos: number
  renterCentavos: number
  depositCentavos: number
  reason: string
  createdAt: Date
  answered: boolean
  appealed: boolean
  closed: boolean
  /**
   * To the owner: what the decision grants, also beyond the deposit; where none took effect, what moved of the deposit
   * when it closed. Null while it waits.
   */
  grantedCentavos: number | null
  decidedAt: Date | null
  decidedByName: string | null
}
export type ClaimSort = 'created' | 'title' | 'amount'

/** An admin has to decide the dispute `c`, whose last decision is `x`: for the first time, or on an appeal. */
const waits = sql`c.closed_at is null and (x.decided_at is null or c.appealed_at is not null and x.round = 1)`

/** Every dispute: claims on deposits, and all other quarrels about rentals. */
export const claimTable: Table<AdminClaim, ClaimSort, MoneyAdmin> = {
  select: sql`c.id, c.rental_id, c.kind, r.title, o.number as order_number, ${fullName('w')} as owner_name,
    ${fullName('a')} as renter_name, coalesce(c.owner_asked, 0) as centavos,
    coalesce(c.renter_asked, 0) as renter_centavos,
    (select coalesce(sum(m.centavos), 0)::int from money_line m where m.rental_id = r.id
    and m.kind = 'deposit') as deposit_centavos,
    s.text as reason, c.opened_at as created_at, c.answered_at is not null as answered,
    c.appealed_at is not null as appealed, c.closed_at is not null as closed,
    case when ${waits} then null when c.closed_at is null or c.outcome in ('decided', 'appealed')
      then coalesce(x.owner_centavos, c.deposit_moved) else c.deposit_moved end as granted_centavos,
    coalesce(x.decided_at, c.closed_at) as decided_at, ${fullName('d')} as decided_by_name`,
  from: sql`dispute c join rental r on r.id = c.rental_id join "order" o on o.id = r.order_id
    join account w on w.id = r.owner_id join account a on a.id = r.renter_id
    left join lateral (select text from dispute_statement y where y.dispute_id = c.id order by y.id limit 1) s on true
    left join lateral (select * from dispute_decision y where y.dispute_id = c.id
      order by y.round desc limit 1) x on true
    left join account d on d.id = x.decided_by`,
  id: { by: sql`c.id`, type: 'uuid' },
  sorts: {
    created: { by: sql`c.opened_at`, type: 'instant' },
    title: { by: sql`lower(r.title)`, type: 'text' },
    amount: { by: sql`greatest(coalesce(c.owner_asked, 0), coalesce(c.renter_asked, 0))`, type: 'integer' },
  },
  startsBy: '-created',
  orderNumber: sql`o.number`,
  search: [sql`r.title`, sql`o.number`, fullName('w'), fullName('a'), sql`s.text`],
  filters: {
    status: choices('Status', {
      open: ['Open', waits],
      decided: ['Decided', sql`not (${waits})`],
      appealed: ['Appealed', sql`c.closed_at is null and c.appealed_at is not null`],
      closed: ['Closed', sql`c.closed_at is not null`],
    }),
  },
  csv: [
    ['Rental', (row) => row.rentalId],
    ['Listing', (row) => row.title],
    ['Order', (row) => row.orderNumber],
    ['Owner', (row) => row.ownerName],
    ['Renter', (row) => row.renterName],
    ['Deposit', (row) => pesosInFigures(row.depositCentavos)],
    ['Claimed', (row) => pesosInFigures(row.centavos)],
    ['Granted', (row) => (row.grantedCentavos === null ? '' : pesosInFigures(row.grantedCentavos))],
    ['Reason', (row) => row.reason],
    ['Answered', (row) => (row.answered ? 'yes' : 'no')],
    ['Claimed on', (row) => row.createdAt],
    ['Decided on', (row) => (row.grantedCentavos === null ? null : row.decidedAt)],
    ['Decided by', (row) => row.decidedByName],
    ['About', (row) => disputeKinds[row.kind]],
    ['Renter asks', (row) => pesosInFigures(row.renterCentavos)],
    [
      'State',
      (row) => (row.closed ? 'closed' : row.appealed ? 'appealed' : row.decidedAt ? 'decided' : 'open'),
    ],
  ],
  isAboutPeople: true,
}
