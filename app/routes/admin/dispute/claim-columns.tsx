import { disputeKinds } from '#domain/dispute/dispute.ts'
import { formatPeso } from '#domain/money.ts'
import { dayInManila, formatDay } from '#domain/period.ts'
import { Badge } from '#app/ui/primitives/badge.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import type { AdminClaim, ClaimSort } from '#server/dispute/claim-table.ts'
import { Link } from '#app/ui/link.tsx'
import type { Column } from '../table/parts.ts'

/** The columns of the list of claims on deposits. */
export const claimColumns: Column<AdminClaim, ClaimSort>[] = [
  {
    head: 'Rental',
    sort: 'title',
    cell: ({ title, reason, orderNumber, kind }) => (
      <div className="min-w-0 lg:min-w-36 xl:min-w-56">
        <p className="font-semibold break-words">{title}</p>
        <Link to={`/admin/orders/${orderNumber}`} className="link break-all">
          {orderNumber}
        </Link>
        {kind === 'damage' ? null : <p className="mt-1 font-semibold">{disputeKinds[kind]}</p>}
        <p className="mt-1 line-clamp-2 break-words text-muted">{reason}</p>
      </div>
    ),
  },
  {
    head: 'Owner',
    cell: ({ ownerName }) => <span className="break-words">{ownerName}</span>,
  },
  {
    head: 'Renter',
    cell: ({ renterName, answered }) => (
      <span className="grid break-words">
        {renterName}
        {answered ? <span className="text-muted">has answered</span> : null}
      </span>
    ),
  },
  {
    head: 'Claimed',
    sort: 'amount',
    numeric: true,
    cell: ({ centavos, renterCentavos, depositCentavos }) => (
      <span className="grid">
        <span className="font-semibold">{formatPeso(centavos)}</span>
        <span className="text-muted">of {formatPeso(depositCentavos)}</span>
        {renterCentavos > 0 ? <span className="text-muted">renter: {formatPeso(renterCentavos)}</span> : null}
      </span>
    ),
  },
  {
    head: 'Since',
    sort: 'created',
    cell: ({ createdAt }) => (
      <span className="xl:whitespace-nowrap">{formatDay(dayInManila(createdAt))}</span>
    ),
  },
  {
    head: 'Status',
    cell: ({ grantedCentavos, appealed, closed }) => (
      <span className="grid justify-items-start gap-1 max-lg:justify-items-end">
        <Badge tone={grantedCentavos === null ? 'warning' : 'success'}>
          {grantedCentavos === null ? (appealed ? 'Appealed' : 'Open') : 'Decided'}
        </Badge>
        {grantedCentavos === null ? null : (
          <span className="text-muted">{formatPeso(grantedCentavos)} granted</span>
        )}
        {closed ? <span className="text-muted">closed</span> : null}
      </span>
    ),
  },
  {
    head: 'Actions',
    wideOnPhone: true,
    cell: ({ rentalId, title, ownerName, grantedCentavos }) => (
      <ButtonLink
        to={`/admin/claims/${rentalId}`}
        variant={grantedCentavos === null ? 'primary' : 'secondary'}
        size="sm"
        aria-label={`${grantedCentavos === null ? 'Decide' : 'Open'}: ${title}, by ${ownerName}`}
      >
        {grantedCentavos === null ? 'Decide' : 'Open'}
      </ButtonLink>
    ),
  },
]
