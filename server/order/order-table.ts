import { sql } from 'kysely'
import type { RowOf } from '#db/schema.ts'
import type { MoneyAdmin } from '#domain/access.ts'
import { pesosInFigures } from '#domain/money.ts'
import { orderPartTexts, orderStatusText, paymentMethodText } from '#domain/order/order.ts'
import { orderStatuses, paymentMethods } from '#domain/status.ts'
import { isOfOrder, partTotal } from './queries.ts'
import { choices, oneOf, type Table } from '../admin-table.ts'
import { isNotReturned } from '../listing/with-renter.ts'
import { emailOf, fullName } from '../names.ts'

export type AdminOrder = Pick<RowOf<'order'>, 'number' | 'paymentMethod' | 'status'> & {
  renterName: string
  /** Null when the account is deleted. */
  renterEmail: string | null
  /** Its own rentals; an order of a change or a debt has none. */
  rentalCount: number
  /** What an order without rentals pays, and the number of the order of the rental that it is about. */
  part: { kind: 'change' | 'debt'; orderNumber: string } | null
  totalCentavos: number
  placedAt: Date
}
export type OrderSort = 'number' | 'renter' | 'total' | 'placed'

const renterName = fullName('a')
const total = sql`coalesce((select sum(m.centavos) from money_line m where m.order_id = o.id), ${partTotal}, 0)`
const part = sql`(select jsonb_build_object('kind', case when o.debt_id is null then 'change' else 'debt' end,
    'orderNumber', x.number)
  from rental r join "order" x on x.id = r.order_id
  where r.id = coalesce((select d.rental_id from debt d where d.id = o.debt_id),
    (select c.rental_id from rental_change c where c.order_id = o.id)))`
const owners = sql`(select string_agg(${fullName('w')} || ' ' || w.email, ' ')
  from rental r join account w on w.id = r.owner_id where ${isOfOrder})`

/** Every order. `totalCentavos` is its total, less refunds. */
export const orderTable: Table<AdminOrder, OrderSort, MoneyAdmin> = {
  select: sql`o.number, ${renterName} as renter_name, ${emailOf('a')} as renter_email,
    ${total}::bigint as total_centavos, o.payment_method, o.status, o.created_at as placed_at,
    (select count(*)::int from rental r where r.order_id = o.id) as rental_count, ${part} as part`,
  from: sql`"order" o join account a on a.id = o.renter_id`,
  id: { by: sql`o.id`, type: 'uuid' },
  sorts: {
    number: { by: sql`o.number`, type: 'text' },
    renter: { by: sql`lower(${renterName})`, type: 'text' },
    total: { by: total, type: 'integer' },
    placed: { by: sql`o.created_at`, type: 'instant' },
  },
  startsBy: '-placed',
  search: [sql`o.number`, renterName, sql`a.email`, owners],
  orderNumber: sql`o.number`,
  ofAccount: (id) => sql`(o.renter_id = ${id} or o.id in (
    select r.order_id from rental r where r.owner_id = ${id}
    union all select c.order_id from rental_change c join rental r on r.id = c.rental_id where r.owner_id = ${id}
    union all select p.id from debt d join rental r on r.id = d.rental_id join "order" p on p.debt_id = d.id
      where r.owner_id = ${id}))`,
  filters: {
    status: oneOf('Status', sql`o.status`, orderStatuses, orderStatusText),
    method: oneOf('Payment method', sql`o.payment_method`, paymentMethods, paymentMethodText),
    returned: choices('Return', {
      no: [
        'Not returned',
        sql`exists (select from late_fee f join rental r on r.id = f.rental_id
          where r.order_id = o.id and ${isNotReturned})`,
      ],
    }),
  },
  csv: [
    ['Number', (row) => row.number],
    ['Renter', (row) => row.renterName],
    ['Renter email', (row) => row.renterEmail],
    ['Rentals', (row) => row.rentalCount],
    ['Pays for', (row) => row.part && `${orderPartTexts[row.part.kind]}, ${row.part.orderNumber}`],
    ['Total (PHP)', (row) => pesosInFigures(row.totalCentavos)],
    ['Payment method', (row) => paymentMethodText(row.paymentMethod)],
    ['Status', (row) => orderStatusText(row.status)],
    ['Date', (row) => row.placedAt],
  ],
}
