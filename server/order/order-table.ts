import { sql } from 'kysely'
import type { MoneyAdmin } from '#domain/access.ts'
import { pesosInFigures } from '#domain/money.ts'
import { orderStatusText, paymentMethodText } from '#domain/order/order.ts'
import { orderStatuses, paymentMethods, type OrderStatus, type PaymentMethod } from '#domain/status.ts'
import { stampInManila } from '#domain/period.ts'
import { choices, oneOf, type Table } from '../admin-table.ts'

export type AdminOrder = {
  number: string
  renterName: string
  /** Null when the account is deleted. */
  renterEmail: string | null
  rentalCount: number
  totalCentavos: number
  paymentMethod: PaymentMethod
  status: OrderStatus
  placedAt: Date
}
export type OrderSort = 'number' | 'renter' | 'total' | 'placed'

const renterName = sql`a.first_name || ' ' || a.last_name`
const total = sql`(select coalesce(sum(m.centavos), 0) from money_line m where m.order_id = o.id)`
const owners = sql`(select string_agg(w.first_name || ' ' || w.last_name || ' ' || w.email, ' ')
  from rental r join account w on w.id = r.owner_id where r.order_id = o.id)`

/** Every order. `totalCentavos` is its total, less refunds. */
export const orderTable: Table<AdminOrder, OrderSort, MoneyAdmin> = {
  select: sql`o.number, ${renterName} as renter_name, case when a.deleted_at is null
    then a.email end as renter_email, ${total}::int as total_centavos, o.payment_method, o.status,
    o.created_at as placed_at, (select count(*)::int from rental r where r.order_id = o.id) as rental_count`,
  from: sql`"order" o join account a on a.id = o.renter_id`,
  where: sql`true`,
  id: { by: sql`o.id`, type: 'uuid' },
  sorts: {
    number: { by: sql`o.number`, type: 'text' },
    renter: { by: sql`lower(${renterName})`, type: 'text' },
    total: { by: total, type: 'integer' },
    placed: { by: sql`o.created_at`, type: 'instant' },
  },
  startsBy: '-placed',
  search: [sql`o.number`, renterName, sql`a.email`, owners],
  filters: {
    status: oneOf(sql`o.status`, orderStatuses),
    method: oneOf(sql`o.payment_method`, paymentMethods),
    returned: choices({
      no: sql`exists (select from late_fee f join rental r on r.id = f.rental_id
        where r.order_id = o.id and r.status = 'Active' and f.not_returned_at is not null)`,
    }),
  },
  csv: [
    ['Number', (row) => row.number],
    ['Renter', (row) => row.renterName],
    ['Renter email', (row) => row.renterEmail ?? ''],
    ['Rentals', (row) => row.rentalCount],
    ['Total (PHP)', (row) => pesosInFigures(row.totalCentavos)],
    ['Payment method', (row) => paymentMethodText(row.paymentMethod)],
    ['Status', (row) => orderStatusText(row.status)],
    ['Date', (row) => stampInManila(row.placedAt)],
  ],
}
