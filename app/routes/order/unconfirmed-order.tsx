import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { formatPeso } from '#domain/money.ts'
import { paymentChannelText, HOLD_MINUTES } from '#domain/payment/payment.ts'
import { isRefunded, isRefundedByHand, refundShows } from '#domain/refund/refund.ts'
import { formatInstant } from '#domain/period.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import { Fact } from '#app/ui/fact.tsx'
import { HeldUntil } from '#app/ui/held-until.tsx'
import { Alert } from '#app/ui/primitives/alert.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { cx } from '#app/ui/primitives/cx.ts'
import { EmptyArt, type EmptyArtName } from '#app/ui/primitives/empty-art.tsx'
import { LoadingDots } from '#app/ui/primitives/loading-dots.tsx'
import { UnpaidActions } from '#app/ui/unpaid-actions.tsx'
import type { AtProvider } from '#server/payment/return-to-order.ts'
import { headingOf, type ReturnPageData } from './return-words.ts'
import { usePaymentStatus } from './use-payment-status.ts'

type State = { art: EmptyArtName; lead: string; body: ReactNode; waits?: 'visibly' | 'quietly' }

/** The status of an order that is not confirmed, for a renter who returned from the provider's page. */
export function UnconfirmedOrder({ order, left }: ReturnPageData) {
  const { revalidate } = useRevalidator()
  usePaymentStatus(order, order.paymentStatus === 'waiting' && !left)
  const { art, lead, body, waits } = stateOf({ order, left })
  return (
    <div className="page flex justify-center py-10 md:py-16">
      <section aria-labelledby="order-heading" className="w-full max-w-2xl text-center">
        <div className="flex justify-center">
          <EmptyArt name={art} />
        </div>
        <h1 id="order-heading" tabIndex={-1} className="mt-6 text-3xl">
          {headingOf({ order, left })}
        </h1>
        <p role="status" className="mx-auto mt-3 max-w-lg text-lg text-muted">
          {lead}
        </p>
        {waits === 'visibly' ? (
          <>
            <LoadingDots label="Waiting for PayMongo" />
            <noscript>
              <a href={`/checkout/return?order=${order.number}`} className="link">
                Look again
              </a>
            </noscript>
          </>
        ) : null}
        <OrderFacts order={order} />
        {waits ? (
          <p className="mt-6">
            {order.part?.kind === 'debt' ? 'You can pay it until' : 'The dates are yours until'}{' '}
            <HeldUntil
              holdsUntil={order.holdsUntil}
              secondsLeft={order.secondsLeft}
              onEnd={() => void revalidate()}
            />
            .
          </p>
        ) : null}
        {body}
      </section>
    </div>
  )
}

const list = new Intl.ListFormat('en-PH')

function OrderFacts({ order }: Pick<ReturnPageData, 'order'>) {
  return (
    <dl
      className={
        'mt-8 grid gap-3 rounded-xl border border-line bg-card p-6 text-left shadow-card ' +
        'sm:grid-cols-[minmax(0,1fr)_auto]'
      }
    >
      <Fact
        label={
          <>
            Order <span className="break-all">{order.number}</span>
          </>
        }
      >
        {list.format(order.titles)}
      </Fact>
      <Fact label="Total" className="sm:text-right">
        <span className="block text-xl font-bold tabular-nums">{formatPeso(order.totalCentavos)}</span>
      </Fact>
    </dl>
  )
}

function stateOf({ order, left }: ReturnPageData): State {
  if (left)
    return {
      art: 'hourglass',
      lead: 'You came back before paying, and nothing was charged.',
      body: <Answers order={order} />,
      waits: 'quietly',
    }
  if (order.paymentStatus === 'waiting') return confirming(order)
  if (order.paymentStatus === 'refunded') return goesBack(order)
  return notPaid(order)
}

function notPaid({ part, paymentStatus, opened, atProvider }: ReturnPageData['order']): State {
  const expired = paymentStatus === 'expired'
  if (opened && (atProvider === 'silent' || atProvider === 'unreadable'))
    return {
      art: 'hourglass',
      lead:
        'We can’t see yet whether you paid, as PayMongo gives no answer that we can use. The time to pay is over. ' +
        'If you paid, you don’t need to do anything: we email you what became of it.',
      body: <Ways part={part} />,
    }
  return {
    art: part ? 'hourglass' : expired ? 'calendar' : 'basket',
    lead: part
      ? {
          change: 'Nothing was charged, and your rental stays as it is.',
          debt: 'Nothing was charged. What you owe is still open, and you can pay it whenever you like.',
        }[part.kind]
      : (expired
          ? `The order was not paid within ${HOLD_MINUTES} minutes, so its dates are free for others ` +
            'again. Nothing was charged.'
          : 'Its dates are free for others again, and nothing was charged.') +
        ' Your cart is as you left it.',
    body: (
      <>
        <Ways part={part} />
        {part?.kind === 'debt' ? null : (
          <p className="mx-auto mt-8 max-w-lg text-sm text-muted">
            Did you pay at the last moment? Then we take the dates again for you, or send all of it back if
            someone was faster. You don’t need to do anything.
          </p>
        )}
      </>
    ),
  }
}

function confirming(order: ReturnPageData['order']): State {
  return {
    art: 'hourglass',
    lead: confirmingLeads[order.atProvider],
    body:
      order.atProvider === 'under-way' ? null : (
        <div className="mx-auto mt-8 max-w-lg border-t border-line pt-6">
          <h2 className="text-lg">Not paid yet?</h2>
          <Answers order={order} payVariant="secondary" />
        </div>
      ),
    waits: 'visibly',
  }
}

const nothingToDo =
  'If you have paid, you don’t need to do anything: your order is confirmed by itself as soon as'

const confirmingLeads: Record<AtProvider, string> = {
  open: 'We are asking PayMongo whether your payment has arrived. This usually takes a few seconds.',
  'under-way': 'Your payment is under way. We wait for PayMongo to say that it has arrived.',
  unreadable:
    `PayMongo answers in a way that we can’t use at the moment. ${nothingToDo} ` +
    'we can read its answer, and we email you.',
  silent: `PayMongo can’t be reached at the moment. ${nothingToDo} PayMongo answers, and we email you.`,
}

function Answers({ order, payVariant }: Pick<ReturnPageData, 'order'> & { payVariant?: 'secondary' }) {
  return (
    <div className={cx('flex flex-wrap justify-center gap-3', payVariant ? 'mt-4' : 'mt-8')}>
      <UnpaidActions orderNumber={order.number} from="return" payVariant={payVariant} />
    </div>
  )
}

function goesBack(order: ReturnPageData['order']): State {
  return {
    art: 'letter',
    lead: {
      debt: 'It arrived when this was settled already. You get all of it back.',
      change:
        'It arrived when the order was over and its days could not be taken again. You get all of it back, ' +
        'and your rental stays as it is.',
      rentals: 'It arrived when the order was over and its dates could not be taken again. You pay nothing.',
    }[order.part?.kind ?? 'rentals'],
    body: (
      <>
        <ul role="list" className="mt-6 grid gap-3 text-left">
          {order.paymentRefunds.map(({ centavos, channel, status, doneAt }, index) => (
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
                  ? (isRefundedByHand(channel)
                      ? `${paymentChannelText(channel)} takes no refunds by itself, so we send it to you by hand.`
                      : 'It could not go back the way it was paid, so we send it by hand.') +
                    ' We email you about it.'
                  : `You paid by ${paymentChannelText(channel)}. It shows ${refundShows(channel)}.`}
              </Alert>
            </li>
          ))}
        </ul>
        <Ways part={order.part} />
      </>
    ),
  }
}

/** Where to go on: to the rental of which the order paid something, or to the cart. */
function Ways({ part }: Pick<ReturnPageData['order'], 'part'>) {
  return (
    <div className="mt-8 flex flex-wrap justify-center gap-3">
      {part ? (
        <ButtonLink to={rentalPath(part.rentalId, part.kind === 'debt' ? 'owed' : 'change')}>
          {part.kind === 'debt' ? 'See what is owed' : 'See the change of days'}
        </ButtonLink>
      ) : (
        <>
          <ButtonLink to="/cart">Back to Cart</ButtonLink>
          <ButtonLink to="/products" variant="secondary">
            Browse Items
          </ButtonLink>
        </>
      )}
    </div>
  )
}
