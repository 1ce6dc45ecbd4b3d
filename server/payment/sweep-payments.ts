import { sql } from 'kysely'
import type { Services } from '../context.ts'
import { releaseOrder } from './release-order.ts'
import { checkRefund } from './send-refund.ts'
import { settleCheckout } from './settle-checkout.ts'

/** How long after its checkout was last looked at an unpaid order is looked at again. */
const LOOK_AGAIN_SECONDS = 120

/**
 * What is due of online payments, caught up after downtime: unpaid orders are looked up at the provider, as a webhook may be lost;
 * those whose time is over free their dates, also when the provider can't be asked; refunds on their way are asked after.
 */
export async function sweepPayments(services: Services): Promise<void> {
  const now = services.clock.now()
  const { rows } = await sql<{ id: string; sessionId: string | null; late: boolean; look: boolean }>`
    select o.id, s.id as session_id, o.holds_until <= ${now} as late,
      s.id is not null and coalesce(s.checked_at, s.created_at)
        < ${now}::timestamptz - make_interval(secs => ${LOOK_AGAIN_SECONDS}) as look
    from "order" o left join checkout_session s on s.order_id = o.id
    where o.status = 'awaiting_payment' order by o.holds_until limit 200`.execute(services.db)
  for (const order of rows) {
    if (order.sessionId && (order.late || order.look)) await settleCheckout(services, order.sessionId)
    if (order.late) await releaseOrder(services, { orderId: order.id, to: 'expired' })
  }
  const sent = await services.db
    .selectFrom('refund')
    .select('id')
    .where('status', '=', 'sent')
    .orderBy('createdAt')
    .limit(200)
    .execute()
  for (const { id } of sent) await checkRefund(services, { refundId: id })
}
