import { formatPeso } from '#domain/money.ts'
import { orderPartTexts, paymentMethodText } from '#domain/order/order.ts'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { OrderStatusBadge } from '#app/ui/status-badge.tsx'
import { orderTable, type AdminOrder, type OrderSort } from '#server/order/order-table.ts'
import { readTable } from '#server/admin-table.ts'
import { titleOf } from '#app/title.ts'
import { Link } from '#app/ui/link.tsx'
import { moneyAdminOf } from '../admin-of.ts'
import { AdminTable } from '../table/admin-table.tsx'
import { Instant } from '../table/instant.tsx'
import type { Column } from '../table/parts.ts'
import type { Route } from './+types/orders.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = moneyAdminOf(args)
  return readTable(ctx, admin, orderTable, args.url.searchParams)
}

const columns: Column<AdminOrder, OrderSort>[] = [
  {
    head: 'Number',
    sort: 'number',
    cell: ({ number }) => (
      <Link
        to={`/admin/orders/${number}`}
        className="link inline-block py-0.5 font-semibold break-all lg:min-w-26 xl:whitespace-nowrap"
      >
        {number}
      </Link>
    ),
  },
  {
    head: 'Renter',
    sort: 'renter',
    cell: ({ renterName, renterEmail }) => (
      <div className="min-w-0 lg:min-w-28 xl:min-w-44">
        <p>{renterName}</p>
        <p className="wrap-anywhere text-muted">{renterEmail}</p>
      </div>
    ),
  },
  {
    head: 'Rentals',
    numeric: true,
    cell: ({ rentalCount, part }) =>
      part ? (
        <Link to={`/admin/orders/${part.orderNumber}`} className="link inline-block py-0.5">
          {orderPartTexts[part.kind]}
        </Link>
      ) : (
        rentalCount
      ),
  },
  {
    head: 'Total',
    sort: 'total',
    numeric: true,
    cell: ({ totalCentavos }) => <span className="font-semibold">{formatPeso(totalCentavos)}</span>,
  },
  { head: 'Payment', cell: ({ paymentMethod }) => paymentMethodText(paymentMethod) },
  { head: 'Status', cell: ({ status }) => <OrderStatusBadge status={status} /> },
  { head: 'Date', sort: 'placed', cell: ({ placedAt }) => <Instant at={placedAt} /> },
]

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('All Orders', matches) }]

export default function AdminOrders({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title="Orders" lead="What was rented, by whom, and what it came to." />
      <AdminTable
        noun={{ one: 'order', many: 'orders' }}
        view={loaderData}
        columns={columns}
        keyOf={({ number }) => number}
        searches="Number, renter or owner"
        empty={<EmptyState title="No orders yet">Nobody has rented anything yet.</EmptyState>}
      />
    </>
  )
}
