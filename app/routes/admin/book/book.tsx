import { formatPeso } from '#domain/money.ts'
import { bookEntryKinds } from '#domain/book/book.ts'
import { formatInstant } from '#domain/period.ts'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { type AdminEntry, bookTable, type EntrySort } from '#server/book/book-table.ts'
import { readBook } from '#server/book/read-book.ts'
import { readTable } from '#server/admin-table.ts'
import { titleOf } from '#app/title.ts'
import { moneyAdminOf } from '../admin-of.ts'
import { OrderLink } from '../order-link.tsx'
import { BookAccounts } from './book-accounts.tsx'
import { Postings } from './postings.tsx'
import { AdminTable } from '../table/admin-table.tsx'
import type { Column } from '../table/parts.ts'
import type { Route } from './+types/book.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = moneyAdminOf(args)
  const query = args.url.searchParams
  return { view: await readTable(ctx, admin, bookTable, query), balances: await readBook(ctx, admin) }
}

const columns: Column<AdminEntry, EntrySort>[] = [
  {
    head: 'What',
    cell: ({ kind, title, reference, orderNumber }) => (
      <div className="min-w-0 lg:min-w-44">
        <p className="font-semibold">{bookEntryKinds[kind]}</p>
        {title || reference ? <p className="wrap-anywhere text-muted">{title ?? reference}</p> : null}
        <OrderLink number={orderNumber} />
      </div>
    ),
  },
  { head: 'When', sort: 'at', cell: ({ at }) => formatInstant(at) },
  {
    head: 'Amount',
    sort: 'amount',
    numeric: true,
    cell: ({ centavos }) => <span className="font-semibold">{formatPeso(centavos)}</span>,
  },
  {
    head: 'Postings',
    wideOnPhone: true,
    cell: ({ id, kind, postings }) => (
      <Postings of={`entry ${id}, ${bookEntryKinds[kind]}`} postings={postings} />
    ),
  },
]

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Book', matches) }]

export default function Book({ loaderData: { view, balances } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title="Book" lead="Where every centavo is: each movement of money, written down twice." />
      <BookAccounts balances={balances} />
      <h2 id="entries" className="mt-12 mb-5 scroll-mt-24 text-xl">
        Entries
      </h2>
      <AdminTable
        noun={{ one: 'entry', many: 'entries' }}
        view={view}
        columns={columns}
        keyOf={({ id }) => String(id)}
        searches="Order, person or item"
        empty={<EmptyState title="Nothing is booked yet">No money has moved.</EmptyState>}
      />
    </>
  )
}
