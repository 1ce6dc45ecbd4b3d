import { useContext } from 'react'
import { Form, useNavigation } from 'react-router'
import { z } from 'zod'
import { loginHref } from '#domain/account/return-path.ts'
import { asRenter } from '#domain/access.ts'
import { formatPeso } from '#domain/money.ts'
import { formatDay, formatPeriod, type FreeStarts, periodOf } from '#domain/period.ts'
import { changedTerms } from '#domain/order/order.ts'
import { cancellationPolicies, policyTerms } from '#domain/refund/cancellation.ts'
import { daysText, deliveryFeeOf, deliveryText } from '#domain/pricing/pricing.ts'
import { acceptTerms } from '#server/cart/accept-terms.ts'
import { changeStart } from '#server/cart/change-start.ts'
import { readCart } from '#server/cart/read-cart.ts'
import { removeFromCart } from '#server/cart/remove-from-cart.ts'
import { listUnpaidOrders } from '#server/payment/unpaid-orders.ts'
import { answerButton } from '#app/answer-form.ts'
import { redirectWithToast } from '#app/flash.ts'
import { titleOf } from '#app/title.ts'
import { admit, formDataOf } from '#app/request.ts'
import { ButtonForm } from '#app/ui/button-form.tsx'
import { Link } from '#app/ui/link.tsx'
import { ListingPhoto } from '#app/ui/listing-photo.tsx'
import { LoginContext } from '#app/ui/login-context.ts'
import { depositLine, PriceBreakdown } from '#app/ui/price-breakdown.tsx'
import { Alert } from '#app/ui/primitives/alert.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { UnpaidOrderAlert } from '#app/ui/unpaid-order-alert.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { type ShownCart, type ShownLine, viewCart } from './view-cart.ts'
import type { Route } from './+types/cart.ts'

export async function loader(args: Route.LoaderArgs) {
  const ctx = admit(args, 'cart')
  const gate = asRenter(ctx.actor)
  if (!gate.ok) return { cart: null, unpaid: [] }
  const cart = await readCart(ctx, gate.renter)
  const ordersInCart = new Set(
    cart.lines.flatMap(({ problem, unpaidOrder }) => (problem && unpaidOrder ? [unpaidOrder] : [])),
  )
  const orders = await listUnpaidOrders(ctx, gate.renter)
  const unpaid = orders.map((order) => ({ order, inCart: ordersInCart.has(order.number) }))
  return { cart: viewCart(cart), unpaid: unpaid.toSorted((a, b) => Number(b.inCart) - Number(a.inCart)) }
}

const removal = z.strictObject({ intent: z.literal('remove'), listingId: z.uuid() })
const shownCentavos = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
/** The deposit and the policy are sent when they changed. */
const acceptance = z.strictObject({
  intent: z.literal('accept-price'),
  listingId: z.uuid(),
  shownPrice: shownCentavos,
  shownDeposit: shownCentavos.optional(),
  shownPolicy: z.enum(cancellationPolicies).optional(),
})

const move = z.strictObject({
  intent: z.literal('change-start'),
  listingId: z.uuid(),
  startDate: z.string().max(20),
})

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = admit({ context }, 'cart')
  const gate = asRenter(ctx.actor)
  if (!gate.ok) return redirectWithToast('/cart', { kind: 'error', text: gate.message })
  const formData = await formDataOf(request)
  if (formData.get('intent') === 'accept-price')
    return answerButton(ctx, formData, {
      schema: acceptance,
      act: ({ listingId, shownPrice, shownDeposit, shownPolicy }) =>
        acceptTerms(ctx, gate.renter, listingId, {
          pricePerDayCentavos: shownPrice,
          depositCentavos: shownDeposit,
          cancellationPolicy: shownPolicy,
        }),
      to: '/cart',
      done: (_, { shownDeposit, shownPolicy }) =>
        shownDeposit === undefined && shownPolicy === undefined ? 'New price accepted.' : 'Change accepted.',
    })
  if (formData.get('intent') === 'change-start')
    return answerButton(ctx, formData, {
      schema: move,
      act: (form) => changeStart(ctx, gate.renter, form),
      to: '/cart',
      done: (_, { startDate }) => `It starts on ${formatDay(startDate)} now.`,
    })
  return answerButton(ctx, formData, {
    schema: removal,
    act: ({ listingId }) => removeFromCart(ctx, gate.renter, listingId),
    to: '/cart',
    done: 'Item removed from cart.',
  })
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Cart', matches) }]

export default function CartPage({ loaderData: { cart, unpaid } }: Route.ComponentProps) {
  if (!cart) return <PleaseLogin />
  const waiting = unpaid.map(({ order, inCart }) => (
    <UnpaidOrderAlert key={order.number} order={order} from="cart" inCart={inCart} />
  ))
  if (cart.lines.length === 0)
    return (
      <div className="page py-12">
        <h1 className="sr-only">Cart</h1>
        {waiting}
        <EmptyState
          art="basket"
          title="Your cart is empty"
          action={<ButtonLink to="/products">Browse Items</ButtonLink>}
        >
          Find something to borrow, choose your days, and it will wait here.
        </EmptyState>
      </div>
    )
  return (
    <div className="page py-8 md:py-12">
      <PageHeading title="Your Cart" />
      {waiting}
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1.7fr)_minmax(19rem,1fr)] lg:gap-12">
        <ul className="grid grid-cols-1 gap-4" aria-label="Items in your cart">
          {cart.lines.map((line) => (
            <li key={line.listingId}>
              <Line line={line} />
            </li>
          ))}
        </ul>
        <Summary cart={cart} waitsForOrder={unpaid.some(({ inCart }) => inCart)} />
      </div>
    </div>
  )
}

function PleaseLogin() {
  const openLogin = useContext(LoginContext)
  return (
    <div className="page py-12">
      <h1 className="sr-only">Cart</h1>
      <EmptyState
        art="key"
        title="Please Login"
        action={
          <ButtonLink to={loginHref('/cart')} onClick={openLogin}>
            Log in
          </ButtonLink>
        }
      >
        Your cart belongs to your account and waits for you there.
      </EmptyState>
    </div>
  )
}

type SummaryProps = {
  cart: ShownCart
  /** An unpaid order holds items of this cart. */
  waitsForOrder: boolean
}

function Summary({ cart: { totals, ready }, waitsForOrder }: SummaryProps) {
  return (
    <section
      aria-labelledby="summary-heading"
      className="rounded-xl border border-line bg-card p-[min(1.5rem,5vw)] shadow-card"
    >
      <h2 id="summary-heading" className="mb-4 text-xl">
        Summary
      </h2>
      <PriceBreakdown
        lines={[
          { label: 'Subtotal', centavos: totals.subtotal },
          { label: 'Delivery fee', centavos: totals.deliveryFee },
          { label: 'Service fee', centavos: totals.serviceFee, note: '5% of the subtotal' },
          ...depositLine(totals.deposit),
        ]}
        total={{ label: 'Total', centavos: totals.total }}
      />
      <div className="mt-6 grid gap-3">
        {ready ? (
          <ButtonLink to="/checkout" size="lg">
            Proceed to Checkout
          </ButtonLink>
        ) : (
          <>
            <Button size="lg" type="button" disabled aria-describedby="cart-stuck">
              Proceed to Checkout
            </Button>
            <p id="cart-stuck" className="text-muted">
              {waitsForOrder
                ? 'Please pay or cancel the order above first, or take its items out.'
                : 'Something in your cart has changed. Please look at the items marked.'}
            </p>
          </>
        )}
        <ButtonLink to="/products" variant="quiet">
          Browse more items
        </ButtonLink>
      </div>
    </section>
  )
}

function Line({ line }: { line: ShownLine }) {
  const busy = useNavigation().formData?.get('listingId') === line.listingId
  return (
    <article
      className={
        'grid grid-cols-[min(6.5rem,30%)_minmax(0,1fr)] gap-[min(1rem,4vw)] rounded-xl border border-line bg-card ' +
        'p-[min(1rem,5vw)] sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-6 sm:p-5'
      }
    >
      <div className="overflow-hidden rounded-lg border border-line self-start">
        <ListingPhoto photo={line.photo} alt="" sizes="160px" />
      </div>
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="text-lg">
            <Link to={`/listing/${line.listingId}`} className="hover:text-accent">
              {line.title}
            </Link>
          </h2>
          <p className="font-bold tabular-nums">{formatPeso(line.rentCentavos)}</p>
        </div>
        <p className="mt-1 text-muted">
          {formatPeriod(periodOf(line.startDate, line.durationDays))} ({daysText(line.durationDays)})
        </p>
        <p className="text-muted">
          {deliveryText(line.deliveryOption)}
          {line.deliveryOption === 'delivery' ? `, ${formatPeso(deliveryFeeOf('delivery'))}` : ''}
        </p>
        <p className="text-muted">{policyTerms[line.cancellationPolicy].label} cancellation</p>
        {line.depositCentavos > 0 ? (
          <p className="text-muted">Deposit, refundable: {formatPeso(line.depositCentavos)}</p>
        ) : null}
        {line.problem ? (
          <div className="mt-3">
            <Alert tone="warning">
              {line.problem.message}
              {line.problem.reason === 'terms-changed' ? <NewTerms line={line} busy={busy} /> : null}
              {line.offers ? <OtherStarts line={line} offers={line.offers} busy={busy} /> : null}
            </Alert>
          </div>
        ) : null}
        <ButtonForm
          hidden={{ intent: 'remove', listingId: line.listingId }}
          formClassName="mt-3"
          preventScrollReset={false}
          variant="quiet"
          size="sm"
          className="-ml-3"
          aria-label={`Remove ${line.title}`}
        >
          Remove
        </ButtonForm>
      </div>
    </article>
  )
}

/** What changed of a line, with a button that accepts it. */
function NewTerms({ line, busy }: { line: ShownLine; busy: boolean }) {
  const { pricePerDayCentavos, depositCentavos, cancellationPolicy, seenPolicy } = line
  const changed = changedTerms(line, line)
  return (
    <Form method="post" className="mt-2">
      <input type="hidden" name="intent" value="accept-price" />
      <input type="hidden" name="listingId" value={line.listingId} />
      <input type="hidden" name="shownPrice" value={pricePerDayCentavos} />
      {changed.price ? (
        <p className="mb-2">
          It was {formatPeso(line.seenPricePerDayCentavos)} a day and is now {formatPeso(pricePerDayCentavos)}
          .
        </p>
      ) : null}
      {changed.deposit ? (
        <p className="mb-2">
          <input type="hidden" name="shownDeposit" value={depositCentavos} />
          The deposit was {formatPeso(line.seenDepositCentavos!)} and is now {formatPeso(depositCentavos)}.
        </p>
      ) : null}
      {changed.policy ? (
        <p className="mb-2">
          <input type="hidden" name="shownPolicy" value={cancellationPolicy} />
          Cancellation was {policyTerms[seenPolicy!].label} and is now {policyTerms[cancellationPolicy].label}
          . {policyTerms[cancellationPolicy].text}
        </p>
      ) : null}
      <Button size="sm" variant="secondary" busy={busy}>
        {changed.deposit || changed.policy ? 'Accept the change' : 'Accept the new price'}
      </Button>
    </Form>
  )
}

function OtherStarts({ line, offers, busy }: { line: ShownLine; offers: FreeStarts; busy: boolean }) {
  const days = [offers.before, offers.after].filter((day) => day !== null)
  if (days.length === 0) return null
  return (
    <Form method="post" className="mt-2">
      <input type="hidden" name="intent" value="change-start" />
      <input type="hidden" name="listingId" value={line.listingId} />
      <p className="mb-2">Nearest free start for {daysText(line.durationDays)}:</p>
      <div className="flex flex-wrap gap-2">
        {days.map((day) => (
          <Button
            key={day}
            name="startDate"
            value={day}
            size="sm"
            variant="secondary"
            busy={busy}
            aria-label={`Start ${line.title} on ${formatDay(day)}`}
          >
            {formatDay(day)}
          </Button>
        ))}
      </div>
    </Form>
  )
}
