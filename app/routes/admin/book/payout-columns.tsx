import { formatPeso } from '#domain/money.ts'
import { payoutDirectionText } from '#domain/book/payout.ts'
import { formatDay, formatInstant } from '#domain/period.ts'
import { Badge } from '#app/ui/primitives/badge.tsx'
import type { AdminPayout, PayoutSort } from '#server/book/payout-table.ts'
import { RowLinks } from '../row-links.tsx'
import { addressWith } from '../table/address.ts'
import { Instant } from '../table/instant.tsx'
import type { Column } from '../table/parts.ts'

/** The columns of the list of recorded payouts; `here` is the address of the page with the list, and its query. */
export const payoutColumnsAt = (here: string): Column<AdminPayout, PayoutSort>[] => [
  {
    head: 'Reference',
    cell: ({ reference, direction }) => (
      <div className="min-w-0 lg:min-w-28 xl:min-w-36">
        <p className="font-semibold wrap-anywhere">{reference}</p>
        <p className="text-muted">{payoutDirectionText(direction)}</p>
      </div>
    ),
  },
  {
    head: 'Owner',
    sort: 'owner',
    cell: ({ ownerName, ownerEmail }) =>
      ownerName ? (
        <div className="min-w-0 lg:min-w-28 xl:min-w-36">
          <p>{ownerName}</p>
          <p className="wrap-anywhere text-muted">{ownerEmail}</p>
        </div>
      ) : null,
  },
  {
    head: 'Amount',
    sort: 'amount',
    numeric: true,
    cell: ({ centavos, reversedAt }) =>
      reversedAt ? (
        <s>{formatPeso(centavos)}</s>
      ) : (
        <span className="font-semibold">{formatPeso(centavos)}</span>
      ),
  },
  {
    head: 'Paid on',
    sort: 'paid',
    cell: ({ paidOn }) => <span className="whitespace-nowrap">{formatDay(paidOn)}</span>,
  },
  {
    head: 'Written down',
    sort: 'recorded',
    cell: ({ recordedAt, recordedByName }) => (
      <span className="grid">
        <span>
          <Instant at={recordedAt} />
        </span>
        <span className="text-muted">by {recordedByName}</span>
      </span>
    ),
  },
  {
    head: 'Actions',
    wideOnPhone: true,
    cell: ({ id, reference, reversedAt, reversedByName, reversalReason }) =>
      reversedAt ? (
        <span className="grid gap-1">
          <Badge tone="danger">Taken back</Badge>
          <span className="wrap-anywhere text-muted">
            {formatInstant(reversedAt)} by {reversedByName}: {reversalReason}
          </span>
        </span>
      ) : (
        <RowLinks
          name={reference}
          links={[{ label: 'Take back', to: addressWith(here, { reverse: id }), danger: true }]}
        />
      ),
  },
]
