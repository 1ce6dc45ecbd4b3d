import { sql } from 'kysely'
import type { MoneyAdmin } from '#domain/access.ts'
import { pesosInFigures } from '#domain/money.ts'
import { stampInManila } from '#domain/period.ts'
import { choices, type Table } from '../admin-table.ts'

export type AdminClaim = {
  rentalId: string
  title: string
  orderNumber: string
  ownerName: string
  renterName: string
  centavos: number
  depositCentavos: number
  reason: string
  createdAt: Date
  answered: boolean
  grantedCentavos: number | null
  decidedAt: Date | null
  decidedByName: string | null
}
export type ClaimSort = 'created' | 'title' | 'amount'

const nameOf = (alias: string) => sql`${sql.ref(alias)}.first_name || ' ' || ${sql.ref(alias)}.last_name`

/** Every claim on a deposit, open or decided. */
export const claimTable: Table<AdminClaim, ClaimSort, MoneyAdmin> = {
  select: sql`c.rental_id, r.title, o.number as order_number, ${nameOf('w')} as owner_name,
    ${nameOf('a')} as renter_name,
    c.centavos, (select sum(m.centavos)::int from money_line m where m.rental_id = r.id
    and m.kind = 'deposit') as deposit_centavos,
    c.reason, c.created_at, c.answer is not null as answered, c.granted_centavos, c.decided_at,
    ${nameOf('d')} as decided_by_name`,
  from: sql`deposit_claim c join rental r on r.id = c.rental_id join "order" o on o.id = r.order_id
    join account w on w.id = r.owner_id join account a on a.id = r.renter_id left
      join account d on d.id = c.decided_by`,
  where: sql`true`,
  id: { by: sql`c.rental_id`, type: 'uuid' },
  sorts: {
    created: { by: sql`c.created_at`, type: 'instant' },
    title: { by: sql`lower(r.title)`, type: 'text' },
    amount: { by: sql`c.centavos`, type: 'integer' },
  },
  startsBy: '-created',
  search: [sql`r.title`, sql`o.number`, nameOf('w'), nameOf('a'), sql`c.reason`],
  filters: {
    status: choices({ open: sql`c.decided_at is null`, decided: sql`c.decided_at is not null` }),
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
    ['Claimed on', (row) => stampInManila(row.createdAt)],
    ['Decided on', (row) => (row.decidedAt ? stampInManila(row.decidedAt) : '')],
    ['Decided by', (row) => row.decidedByName ?? ''],
  ],
}
