import { asRenter } from '#domain/access.ts'
import { onlineOrderNumberText } from '#domain/order/unpaid-form.ts'
import { returnToOrder } from '#server/payment/return-to-order.ts'
import { ctxOf, statusOf } from '#app/request.ts'
import type { Route } from './+types/payment-status.ts'

const noStore = { 'Cache-Control': 'no-store' }

/**
 * The payment status of an order, which the return page asks for every few seconds while the order waits for its
 * payment: `returnToOrder` asks the provider. Other renters and owners get a 404.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = ctxOf({ context })
  const gate = asRenter(ctx.actor)
  if (!gate.ok) return Response.json({ paymentStatus: null }, { status: statusOf(gate), headers: noStore })
  const number = onlineOrderNumberText.safeParse(params.orderNumber)
  const found = number.success ? await returnToOrder(ctx, gate.renter, number.data) : null
  if (!found?.ok) return Response.json({ paymentStatus: null }, { status: 404, headers: noStore })
  const { paymentStatus, atProvider } = found.order
  return Response.json({ paymentStatus, atProvider }, { headers: noStore })
}
