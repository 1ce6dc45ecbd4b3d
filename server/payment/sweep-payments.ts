import { sql } from 'kysely'
import type { Services } from '../context.ts'
import { closeCheckout } from './close-checkout.ts'
import { isPointless } from '../order/queries.ts'
import { releaseOrder } from '../order/release-order.ts'
import { lastAskedAt } from '../refund/queries.ts'
import { checkRefund, sendRefund } from '../refund/send-refund.ts'
import { settleCheckout } from './settle-checkout.ts'
import { NotNow, sweepEach } from '../sweep-each.ts'

/** How many seconds after the last check of its checkout an unpaid order is checked again. */
const LOOK_AGAIN_SECONDS = 120
/** The most of each kind that one sweep handles; the next sweep continues. */
const MOST_PER_SWEEP = 500

/**
 * Does what is due for online payments, also after downtime:
 * - asks the provider about unpaid orders, as a webhook may be lost, and expires those whose time is over, even when
 *   the provider does not answer;
 * - cancels orders whose change or debt has ended in another way;
 * - closes the checkouts of paid or ended orders, and checks them until nobody can pay in them;
 * - sends refunds whose job ended without sending them, and checks those under way.
 *
 * An error with one of them is logged, and the others go on.
 */
export async function sweepPayments(
  services: Services,
  stopping: () => boolean = () => false,
): Promise<void> {
  await sweepEach(
    services,
    stopping,
    await unpaidOrders(services),
    async ({ orderId, sessionId, isOver }) => {
      try {
        if (sessionId) await settleCheckout(services, sessionId)
      } finally {
        if (isOver) await releaseOrder(services, { orderId, to: 'expired' })
      }
    },
  )
  await sweepEach(services, stopping, await pointlessOrders(services), (orderId) =>
    releaseOrder(services, { orderId, to: 'cancelled' }),
  )
  await sweepEach(services, stopping, await openCheckouts(services), (checkout) =>
    closeCheckout(services, checkout),
  )
  await sweepEach(services, stopping, await forgottenRefunds(services), (refund) =>
    sendRefund(services, refund),
  )
  await sweepEach(services, stopping, await sentRefunds(services), async (refund) => {
    const checked = await checkRefund(services, refund)
    if (!checked.ok) throw new (checked.reason === 'provider' ? NotNow : Error)(checked.message)
  })
}

async function unpaidOrders({ db, clock }: Services) {
  const now = clock.now()
  const { rows } = await sql<{ orderId: string; sessionId: string | null; isOver: boolean }>`
    select o.id as order_id, s.id as session_id, o.holds_until <= ${now} as is_over
    from "order" o left join checkout_session s on s.order_id = o.id
    where o.status = 'awaiting_payment' and (o.holds_until <= ${now} or coalesce(s.checked_at, s.created_at)
      < ${now}::timestamptz - make_interval(secs => ${LOOK_AGAIN_SECONDS}))
    order by o.holds_until limit ${MOST_PER_SWEEP}`.execute(db)
  return rows
}

async function pointlessOrders({ db }: Services): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from "order" o where ${isPointless} limit ${MOST_PER_SWEEP}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Checkouts of orders that no longer wait for a payment; each is checked whenever its age has doubled. */
async function openCheckouts({ db, clock }: Services) {
  const now = clock.now()
  const { rows } = await sql<{ sessionId: string }>`select s.id as session_id
    from checkout_session s join "order" o on o.id = s.order_id
    where s.closed_at is null and o.status <> 'awaiting_payment' and coalesce(s.checked_at, s.created_at)
      < ${now}::timestamptz - greatest(make_interval(secs => ${LOOK_AGAIN_SECONDS}),
      (${now}::timestamptz - s.created_at) / 2)
    order by coalesce(s.checked_at, s.created_at) limit ${MOST_PER_SWEEP}`.execute(db)
  return rows
}

/**
 * Refunds that are due although their job has ended: given up after its attempts, or done while there was no provider.
 */
async function forgottenRefunds({ db }: Services) {
  const { rows } = await sql<{ refundId: string }>`select f.id as refund_id from refund f
    where f.status = 'due' and not exists (select from effect e where e.kind = 'send-refund'
      and e.payload ->> 'refundId' = f.id::text and e.done_at is null and e.failed_at is null)
    order by f.created_at limit ${MOST_PER_SWEEP}`.execute(db)
  return rows
}

/** Refunds on their way: checked often for an hour, then less often the longer it takes. */
async function sentRefunds({ db, clock }: Services) {
  const now = clock.now()
  const askedAt = sql`coalesce(${lastAskedAt}, f.created_at)`
  const { rows } = await sql<{ refundId: string }>`select f.id as refund_id from refund f
    where f.status = 'sent' and (f.created_at > ${now}::timestamptz - interval '1 hour'
      or ${askedAt} < ${now}::timestamptz - (${now}::timestamptz - f.created_at) / 8)
    order by ${askedAt} limit ${MOST_PER_SWEEP}`.execute(db)
  return rows
}
