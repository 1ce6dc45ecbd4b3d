import { useRevalidator } from 'react-router'
import { formatPeso } from '#domain/money.ts'
import { HeldUntil } from './held-until.tsx'
import { Alert } from './primitives/alert.tsx'
import { UnpaidActions } from './unpaid-actions.tsx'

const list = new Intl.ListFormat('en-PH')

type UnpaidOrderAlertProps = {
  order: {
    number: string
    titles: string[]
    totalCentavos: number
    holdsUntil: Date
    secondsLeft: number
    /** What an order without rentals pays for; null for an order with rentals. */
    part: { kind: 'change' | 'debt' } | null
  }
  from: 'cart' | 'checkout'
  /** Whether its items are also in the cart below. */
  inCart?: boolean
}

/** The note above a cart or a checkout about an order that waits for its payment, with both actions. */
export function UnpaidOrderAlert({ order, from, inCart = false }: UnpaidOrderAlertProps) {
  const { revalidate } = useRevalidator()
  const { number, titles, totalCentavos, holdsUntil, secondsLeft, part } = order
  const isDebt = part?.kind === 'debt'
  return (
    <div className="mb-8">
      <Alert
        tone="warning"
        title={
          inCart
            ? 'You have an order waiting for payment for these items'
            : 'You have another order that waits for your payment'
        }
      >
        <p className="mt-1">
          {list.format(titles)}, {formatPeso(totalCentavos)} in all.{' '}
          {secondsLeft > 0 ? (
            <>
              {isDebt ? 'You can pay it until' : 'The dates are yours until'}{' '}
              <HeldUntil holdsUntil={holdsUntil} secondsLeft={secondsLeft} onEnd={() => void revalidate()} />.
            </>
          ) : isDebt ? (
            'The time to pay is over.'
          ) : (
            'The time to pay is over; its dates are free again in a moment.'
          )}
        </p>
        <div className="mt-4 flex flex-wrap gap-3">
          <UnpaidActions
            orderNumber={number}
            from={from}
            size="sm"
            about={titles.join(', ')}
            over={secondsLeft === 0}
          />
        </div>
      </Alert>
    </div>
  )
}
