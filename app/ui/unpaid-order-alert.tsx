import { useRevalidator } from 'react-router'
import { formatPeso } from '#domain/money.ts'
import type { UnpaidOrder } from '#server/payment/unpaid-orders.ts'
import { HeldUntil } from '#app/ui/held-until.tsx'
import { Alert } from '#app/ui/primitives/alert.tsx'
import { UnpaidActions } from '#app/ui/unpaid-actions.tsx'

const list = new Intl.ListFormat('en-PH')

/** Says above a cart that what is in it has been ordered and only wants to be paid. */
export function UnpaidOrderAlert({ order }: { order: UnpaidOrder }) {
  const { revalidate } = useRevalidator()
  const { number, titles, totalCentavos, holdsUntil, secondsLeft } = order
  return (
    <div className="mb-8">
      <Alert tone="warning" title="You have an order waiting for payment for these items">
        <p className="mt-1">
          {list.format(titles)}, {formatPeso(totalCentavos)} in all.{' '}
          {secondsLeft > 0 ? (
            <>
              The dates are yours until{' '}
              <HeldUntil holdsUntil={holdsUntil} secondsLeft={secondsLeft} onEnd={() => void revalidate()} />.
            </>
          ) : (
            'The time to pay is over; its dates are free again in a moment.'
          )}
        </p>
        <div className="mt-4 flex flex-wrap gap-3">
          <UnpaidActions orderNumber={number} from="cart" size="sm" over={secondsLeft === 0} />
        </div>
      </Alert>
    </div>
  )
}
