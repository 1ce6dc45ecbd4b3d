import { asRenter } from '#domain/access.ts'
import { onlineOrderNumberText } from '#domain/order/unpaid-form.ts'
import { returnToOrder } from '#server/payment/return-to-order.ts'
import { ctxOf, statusOf } from '#app/request.ts'
import type { Route } from './+types/order-standing.ts'

const noStore = { 'Cache-Control': 'no-store' }

/** How an order stands, for the return page to ask while it waits; the provider is asked for it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = ctxOf({ context })
  const gate = asRenter(ctx.actor)
  if (!gate.ok) return Response.json({ standing: null }, { status: statusOf(gate), headers: noStore })
  const number = onlineOrderNumberText.safeParse(params.orderNumber)
  const found = number.success ? await returnToOrder(ctx, gate.renter, number.data) : null
  if (!found?.ok) return Response.json({ standing: null }, { status: 404, headers: noStore })
  const { standing, asked, underWay } = found.order
  return Response.json({ standing, asked, underWay }, { headers: noStore })
}
