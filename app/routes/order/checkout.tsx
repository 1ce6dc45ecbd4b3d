import { randomUUID } from 'node:crypto'
import { redirect } from 'react-router'
import { asRenter } from '#domain/access.ts'
import { readForm } from '#domain/form.ts'
import { checkoutForm } from '#domain/order/checkout-form.ts'
import { paymentChannelText, onlineOffer } from '#domain/payment/payment.ts'
import { findRemembered } from '#server/address/queries.ts'
import { readCart } from '#server/cart/read-cart.ts'
import { findReceipt } from '#server/order/find-receipt.ts'
import { placeOrder } from '#server/order/place-order.ts'
import { quoteFor, readAgreementTemplate } from '#server/order/quote.ts'
import { listUnpaidOrders } from '#server/payment/unpaid-orders.ts'
import { attempt } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { titleOf } from '#app/title.ts'
import { admit, answerProblem, answerRefusal, formDataOf, guard, typedValues } from '#app/request.ts'
import { CheckoutForm } from './checkout-form.tsx'
import { redirectToPayment } from './redirect-to-payment.ts'
import { RentalConfirmed } from './rental-confirmed.tsx'
import type { Route } from './+types/checkout.ts'

export const middleware: Route.MiddlewareFunction[] = [guard('checkout')]

/**
 * With `?payment=<order number>` it shows the order that was just placed; otherwise the cart, which may not be empty.
 */
export async function loader(args: Route.LoaderArgs) {
  const ctx = admit(args, 'checkout')
  const gate = asRenter(ctx.actor)
  if (!gate.ok) throw redirect('/items')
  const payment = args.url.searchParams.get('payment')
  if (payment) {
    const found = await findReceipt(ctx, payment)
    if (!found.ok || found.receipt.side !== 'renter') throw redirect('/items')
    if (found.receipt.orderStatus !== 'confirmed') throw redirect(`/checkout/return?order=${payment}`)
    return { step: 'confirmed' as const, receipt: found.receipt, isOwner: gate.renter.role === 'owner' }
  }
  const [cart, template] = [await readCart(ctx, gate.renter), await readAgreementTemplate(ctx.db)]
  if (cart.lines.length === 0) throw redirect('/items')
  if (!cart.ready) throw redirect('/cart')
  const delivers = cart.lines.some((line) => line.deliveryOption === 'delivery')
  const { agreementText, fingerprint } = quoteFor(template, gate.renter, cart)
  return {
    step: 'checkout' as const,
    lines: cart.lines.map((line) => ({
      listingId: line.listingId,
      title: line.title,
      startDate: line.startDate,
      durationDays: line.durationDays,
      deliveryOption: line.deliveryOption,
      rentCentavos: line.rentCentavos,
      ownerName: line.ownerName,
      cancellationPolicy: line.cancellationPolicy,
    })),
    online: onlineWays(ctx, cart),
    totals: cart.totals,
    agreementText,
    quoteSeen: fingerprint,
    idempotencyKey: randomUUID(),
    unpaid: await listUnpaidOrders(ctx, gate.renter),
    delivers,
    // Asked for only where something is delivered.
    remembered: delivers ? await findRemembered(ctx.db, gate.renter.id) : null,
  }
}

/** The names of the payment channels for this cart, or why it can’t be paid online. */
function onlineWays(ctx: ReturnType<typeof admit>, { lines, totals }: Awaited<ReturnType<typeof readCart>>) {
  const provider = ctx.payments && ctx.settings.payments
  const offer = onlineOffer({ lines, total: totals.total }, provider, ctx.clock.now())
  return offer.ok
    ? { ways: offer.channels.map(paymentChannelText), refusal: null }
    : { ways: [], refusal: offer.message }
}

/** After a refusal the page shows the current cart and agreement. */
export const shouldRevalidate = () => true

export async function action(args: Route.ActionArgs) {
  const ctx = admit(args, 'checkout')
  const gate = asRenter(ctx.actor)
  if (!gate.ok) throw redirect('/items')
  const formData = await formDataOf(args.request)
  const form = readForm(checkoutForm, formData)
  if (!form.ok) return answerProblem(form)
  const { street, city, barangay, phone, note, agreed: _, ...checkout } = form.value
  const deliverTo = { street, city, barangay, phone, note }
  const placed = await attempt(ctx, () => placeOrder(ctx, gate.renter, { ...checkout, deliverTo }))
  // The method of the order: the form may have been sent before, with the other one, and its answer lost.
  if (placed.ok && placed.paymentMethod === 'online') {
    if (form.value.paymentMethod !== 'online')
      return redirectWithToast(`/checkout/return?order=${placed.orderNumber}&left=1`, {
        kind: 'error',
        text: 'You ordered this a moment ago, to pay online. Please pay that order, or cancel it first.',
      })
    const refused = await redirectToPayment(ctx, gate.renter, placed.orderNumber)
    return answerRefusal(refused, { field: 'paymentMethod', values: typedValues(formData) })
  }
  if (placed.ok)
    return redirectWithToast(`/checkout?payment=${placed.orderNumber}`, {
      kind: 'success',
      text: 'Rental Confirmed! Please prepare your payment.',
    })
  if (placed.errors) return answerRefusal(placed, { values: typedValues(formData) })
  const toast = { kind: 'error' as const, text: `Error processing rental: ${placed.message}` }
  if (placed.reason === 'cart-empty') return redirectWithToast('/items', toast)
  if (placed.reason === 'line' || placed.reason === 'dates-taken') return redirectWithToast('/cart', toast)
  return answerRefusal(
    { ...placed, message: toast.text },
    {
      field: placed.reason.startsWith('online-') ? 'paymentMethod' : undefined,
      values: typedValues(formData),
    },
  )
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  {
    title: titleOf(loaderData?.step === 'confirmed' ? 'Rental Confirmed!' : 'Complete Your Rental', matches),
  },
]

export default function CheckoutPage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.step === 'confirmed')
    return <RentalConfirmed receipt={loaderData.receipt} isOwner={loaderData.isOwner} />
  return (
    <CheckoutForm
      key={loaderData.quoteSeen}
      {...loaderData}
      problem={actionData && !actionData.ok ? actionData : undefined}
    />
  )
}
