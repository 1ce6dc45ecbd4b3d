import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { formatPeso } from '#domain/money.ts'
import { channelText, HOLD_MINUTES } from '#domain/payment/payment.ts'
import { isRefunded, refundShows } from '#domain/payment/refund.ts'
import { formatInstant } from '#domain/period.ts'
import { HeldUntil } from '#app/ui/held-until.tsx'
import { Alert } from '#app/ui/primitives/alert.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { EmptyArt, type EmptyArtName } from '#app/ui/primitives/empty-art.tsx'
import { LoadingDots } from '#app/ui/primitives/loading-dots.tsx'
import { UnpaidActions } from '#app/ui/unpaid-actions.tsx'
import { headingOf, type Returned } from './return-words.ts'
import { useStanding } from './use-standing.ts'

type State = { art: EmptyArtName; lead: ReactNode; body?: ReactNode }

/** What has become of an order whose renter came back from the provider's page, unless it stands. */
export function OrderReturned({ order, left }: Returned) {
  const { revalidate } = useRevalidator()
  useStanding(order, order.standing === 'waiting' && !left)
  const held = (
    <HeldUntil
      holdsUntil={order.holdsUntil}
      secondsLeft={order.secondsLeft}
      onEnd={() => void revalidate()}
    />
  )
  const { art, lead, body } = stateOf({ order, left }, held)
  return (
    <div className="page flex justify-center py-10 md:py-16">
      <section aria-labelledby="order-heading" className="w-full max-w-2xl text-center">
        <div className="flex justify-center">
          <EmptyArt name={art} />
        </div>
        <h1 id="order-heading" tabIndex={-1} className="mt-6 text-3xl">
          {headingOf({ order, left })}
        </h1>
        <div role="status" className="mx-auto mt-3 max-w-lg text-lg text-muted">
          {lead}
        </div>
        <OrderFacts order={order} />
        {body}
      </section>
    </div>
  )
}

const list = new Intl.ListFormat('en-PH')

function OrderFacts({ order }: Pick<Returned, 'order'>) {
  return (
    <dl className="mt-8 grid gap-3 rounded-xl border border-line bg-card p-6 text-left shadow-card sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <dt className="text-sm text-muted">
          Order <span className="break-all">{order.number}</span>
        </dt>
        <dd className="font-semibold">{list.format(order.titles)}</dd>
      </div>
      <div className="sm:text-right">
        <dt className="text-sm text-muted">Total</dt>
        <dd className="text-xl font-bold tabular-nums">{formatPeso(order.totalCentavos)}</dd>
      </div>
    </dl>
  )
}

function stateOf({ order, left }: Returned, held: ReactNode): State {
  if (left)
    return {
      art: 'hourglass',
      lead: <>You came back before paying, and nothing was charged. The dates are yours until {held}.</>,
      body: (
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <UnpaidActions orderNumber={order.number} from="return" />
        </div>
      ),
    }
  if (order.standing === 'waiting') return confirming(order, held)
  if (order.standing === 'returned') return goesBack(order)
  const cart = 'What you chose is still in your cart.'
  return {
    art: order.standing === 'expired' ? 'calendar' : 'basket',
    lead:
      order.standing === 'expired' ? (
        <>
          This order was not paid within {HOLD_MINUTES} minutes, so its dates are free for others again.
          Nothing was charged. {cart}
        </>
      ) : (
        <>Its dates are free for others again, and nothing was charged. {cart}</>
      ),
    body: (
      <>
        <Ways />
        <p className="mx-auto mt-8 max-w-lg text-muted">
          Did you pay at the last moment? Then we take the dates again for you, or send all of it back if
          someone was faster. You don’t need to do anything.
        </p>
      </>
    ),
  }
}

function confirming(order: Returned['order'], held: ReactNode): State {
  return {
    art: 'hourglass',
    lead: order.asked ? (
      <>
        <LoadingDots label="Waiting for PayMongo" />
        {order.underWay
          ? 'Your payment is under way. We wait for PayMongo to say that it has arrived.'
          : 'We are asking PayMongo whether your payment has arrived. This usually takes a few seconds.'}
      </>
    ) : (
      'PayMongo can’t be reached at the moment. If you have paid, you don’t need to do anything: your order is confirmed by itself as soon as PayMongo answers, and we email you.'
    ),
    body: (
      <>
        <p className="mt-6 text-muted">The dates are yours until {held}.</p>
        {order.underWay ? null : (
          <div className="mt-8">
            <Alert tone="info" title="You have not paid yet?">
              <div className="mt-3 flex flex-wrap gap-3">
                <UnpaidActions orderNumber={order.number} from="return" payVariant="secondary" />
              </div>
            </Alert>
          </div>
        )}
      </>
    ),
  }
}

function goesBack(order: Returned['order']): State {
  return {
    art: 'letter',
    lead: 'It arrived when the order was over and its dates could not be taken again. You pay nothing.',
    body: (
      <>
        <ul role="list" className="mt-6 grid gap-3 text-left">
          {order.returned.map(({ centavos, channel, status, doneAt }, index) => (
            <li key={index}>
              <Alert
                tone={isRefunded(status) ? 'success' : 'info'}
                title={
                  isRefunded(status)
                    ? `${formatPeso(centavos)} refunded${doneAt ? ` on ${formatInstant(doneAt)}` : ''}`
                    : `${formatPeso(centavos)} on its way back`
                }
              >
                {status === 'manual' || status === 'paid_out'
                  ? `${channelText(channel)} takes no refunds by itself, so we send it to you by hand. We email you about it.`
                  : `You paid by ${channelText(channel)}. It shows ${refundShows(channel)}.`}
              </Alert>
            </li>
          ))}
        </ul>
        <Ways />
      </>
    ),
  }
}

function Ways() {
  return (
    <div className="mt-8 flex flex-wrap justify-center gap-3">
      <ButtonLink to="/cart">Back to Cart</ButtonLink>
      <ButtonLink to="/products" variant="secondary">
        Browse Items
      </ButtonLink>
    </div>
  )
}
