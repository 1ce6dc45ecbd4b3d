import { redirect } from 'react-router'
import { asRenter } from '#domain/access.ts'
import { readForm } from '#domain/form.ts'
import { unpaidForm } from '#domain/order/unpaid-form.ts'
import { cancelUnpaidOrder } from '#server/payment/cancel-unpaid-order.ts'
import { unexpected } from '#app/ui/failure.ts'
import { redirectWithVerdict } from '#app/answer-form.ts'
import { attempt } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { admit, formDataOf, guard } from '#app/request.ts'
import { redirectToPayment } from './redirect-to-payment.ts'
import type { Route } from './+types/answer-unpaid.ts'

const tracker = '/profile/rental-tracker?view=rented'

export const middleware: Route.MiddlewareFunction[] = [guard('checkout')]

export function loader() {
  return redirect(tracker)
}

/**
 * Pays an unpaid order on the provider's page, or cancels it: the buttons of cart, checkout, tracker and return page.
 */
export async function action(args: Route.ActionArgs) {
  const ctx = admit(args, 'checkout')
  const gate = asRenter(ctx.actor)
  if (!gate.ok) throw redirect('/items')
  const form = readForm(unpaidForm, await formDataOf(args.request))
  if (!form.ok) return redirectWithToast(tracker, { kind: 'error', text: unexpected })
  const { intent, orderNumber, from } = form.value
  const order = `/checkout/return?order=${orderNumber}`
  const back = { cart: '/cart', checkout: '/checkout', tracker, return: order }[from]
  if (intent === 'pay') {
    const refused = await redirectToPayment(ctx, gate.renter, orderNumber)
    const to = refused.reason === 'not-found' ? back : order
    return redirectWithToast(to, { kind: 'error', text: refused.message })
  }
  const cancelled = await attempt(ctx, () => cancelUnpaidOrder(ctx, orderNumber))
  // The return page itself says so.
  if (cancelled.ok && from === 'return') return redirect(order)
  if (!cancelled.ok && cancelled.reason === 'paid') return redirect(order)
  return redirectWithVerdict(back, cancelled, ({ part }) =>
    part?.kind === 'debt'
      ? 'Order cancelled. Nothing was charged.'
      : 'Order cancelled. Its dates are free again.',
  )
}
