import { adminAreaTexts } from '#domain/account/admin-area.ts'
import { dayInManila, formatDay } from '#domain/period.ts'
import { Badge } from '#app/ui/primitives/badge.tsx'
import type { AdminAccount, AdminAccountSort } from '#server/account/admin-account-table.ts'
import { RowLinks } from '../row-links.tsx'
import { addressWith } from '../table/address.ts'
import { Instant } from '../table/instant.tsx'
import type { Column } from '../table/parts.ts'

/** The columns of the list of admins. `here` is the address of the list; the row of `ownId` has no links. */
export const adminColumns = (here: string, ownId: string): Column<AdminAccount, AdminAccountSort>[] => [
  {
    head: 'Name',
    sort: 'name',
    cell: ({ name, email }) => (
      <div className="min-w-0 lg:min-w-40">
        <p className="font-semibold">{name}</p>
        <p className="wrap-anywhere text-muted">{email}</p>
      </div>
    ),
  },
  {
    head: 'Area',
    cell: ({ area, suspendedAt }) => (
      <span className="flex flex-col items-start gap-1.5 max-lg:items-end">
        {adminAreaTexts[area].label}
        {suspendedAt ? <Badge tone="danger">Suspended</Badge> : null}
      </span>
    ),
  },
  {
    head: 'Made',
    sort: 'made',
    cell: ({ madeAt }) => <span className="whitespace-nowrap">{formatDay(dayInManila(madeAt))}</span>,
  },
  {
    head: 'Last log-in',
    cell: ({ lastLogInAt }) =>
      lastLogInAt ? (
        <Instant at={lastLogInAt} />
      ) : (
        <span className="text-muted">Not in the last 90 days</span>
      ),
  },
  {
    head: 'Actions',
    wideOnPhone: true,
    alignRight: true,
    cell: ({ id, name }) =>
      id === ownId ? (
        <span className="block text-muted lg:text-right">This is you</span>
      ) : (
        <RowLinks
          name={name}
          links={[
            { label: 'Change area', to: addressWith(here, { change: id }) },
            { label: 'Remove', to: addressWith(here, { delete: id }), danger: true },
          ]}
        />
      ),
  },
]
