import { formatPeso } from '#domain/money.ts'
import { paymentChannelText } from '#domain/payment/payment.ts'
import { refundReasonText, refundWorkText } from '#domain/refund/refund.ts'
import { formatDay, formatInstant } from '#domain/period.ts'
import { Badge, type Tone } from '#app/ui/primitives/badge.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import type { AdminRefund, RefundSort } from '#server/refund/refund-table.ts'
import { Link } from '#app/ui/link.tsx'
import { RetryRefund } from './retry-refund.tsx'
import { addressWith } from '../table/address.ts'
import type { Column } from '../table/parts.ts'

const tones: Record<AdminRefund['status'], Tone> = {
  due: 'info',
  sent: 'info',
  manual: 'warning',
  succeeded: 'success',
  paid_out: 'success',
}

/** A refund's status in one word for admins. */
export function RefundBadge({ status }: Pick<AdminRefund, 'status'>) {
  return <Badge tone={tones[status]}>{refundWorkText(status)}</Badge>
}

/**
 * The columns of the list of refunds; `here` is the address of their page, `retryable` are those that can be sent by
 * the provider again.
 */
export const refundColumnsAt = (
  here: string,
  retryable: readonly string[],
): Column<AdminRefund, RefundSort>[] => [
  {
    head: 'Refund',
    sort: 'created',
    cell: ({ orderNumber, title, reason, createdAt }) => (
      <div className="min-w-0 lg:min-w-36 xl:min-w-44">
        <Link
          to={`/admin/orders/${orderNumber}`}
          className="link inline-block py-0.5 font-semibold whitespace-nowrap"
        >
          {orderNumber}
        </Link>
        <p className="wrap-anywhere">{title ?? 'Whole payment'}</p>
        <p className="text-muted">{refundReasonText(reason)}</p>
        <p className="text-muted">{formatInstant(createdAt)}</p>
      </div>
    ),
  },
  {
    head: 'Renter',
    sort: 'renter',
    cell: ({ renterName, renterEmail }) => (
      <div className="min-w-0 lg:min-w-32 xl:min-w-36">
        <p>{renterName}</p>
        <p className="wrap-anywhere text-muted">{renterEmail}</p>
      </div>
    ),
  },
  {
    head: 'Amount',
    sort: 'amount',
    numeric: true,
    cell: ({ centavos, channel }) => (
      <span className="grid">
        <span className="font-semibold">{formatPeso(centavos)}</span>
        <span className="text-muted">{paymentChannelText(channel)}</span>
      </span>
    ),
  },
  {
    head: 'State',
    sort: 'work',
    cell: (refund) => (
      <span className="grid justify-items-start gap-1 max-lg:justify-items-end">
        <RefundBadge status={refund.status} />
        <Done refund={refund} />
      </span>
    ),
  },
  {
    head: 'Actions',
    wideOnPhone: true,
    cell: ({ id, status, orderNumber, centavos, waits }) =>
      waits ? (
        <Link to="/admin/proposals?state=waiting&kind=refund" className="link">
          Waits for another admin
        </Link>
      ) : status === 'manual' ? (
        <div className="flex flex-wrap gap-2">
          {retryable.includes(id) ? (
            <RetryRefund refundId={id} size="sm" about={`${formatPeso(centavos)} of ${orderNumber}`} />
          ) : null}
          <ButtonLink
            to={addressWith(here, { pay: id })}
            size="sm"
            aria-label={`Pay out ${formatPeso(centavos)} of ${orderNumber}`}
            className="whitespace-nowrap"
          >
            Pay out
          </ButtonLink>
        </div>
      ) : null,
  },
]

/** When a refund was made, and how. */
function Done({ refund }: { refund: AdminRefund }) {
  const { doneAt, proof, paidOn, paidOutByName } = refund
  if (proof && paidOn)
    return (
      <span className="wrap-anywhere text-muted">
        {formatDay(paidOn)}, {proof}, by {paidOutByName}
      </span>
    )
  return doneAt ? <span className="text-muted">{formatInstant(doneAt)}</span> : null
}
