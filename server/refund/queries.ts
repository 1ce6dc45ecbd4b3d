import { type RawBuilder, sql } from 'kysely'
import { refundSubject } from '#domain/proposal/proposal.ts'
import type { RefundReason, RefundStatus } from '#domain/refund/refund.ts'
import type { Db, Tx } from '../context.ts'

/** A refund for pages. `rentalId` is null for a payment that no order uses. */
export type MadeRefund = {
  rentalId: string | null
  centavos: number
  reason: RefundReason
  status: RefundStatus
  /** The payment channel, by which it is refunded too. */
  channel: string
  doneAt: Date | null
}

/** The refund in the JSON of a statement. */
export type StoredRefund = Omit<MadeRefund, 'doneAt'> & { doneAt: string | null }

/** Refunds as JSON, the oldest first; `condition` says which, of the refund `f`. */
export const refundsJson = (condition: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object('rentalId', f.rental_id, 'centavos', f.centavos,
    'reason', f.reason,
      'status', f.status, 'channel', p.channel, 'doneAt', f.done_at) order by f.created_at, f.id), '[]')
    from refund f join payment p on p.id = f.payment_id where ${condition})`

/** Reads a refund from that JSON. */
export function readRefund({ doneAt, ...refund }: StoredRefund): MadeRefund {
  return { ...refund, doneAt: doneAt ? new Date(doneAt) : null }
}

/** The refund that an action on a rental created, or undefined. */
export async function findRefundOf(
  db: Db,
  { rentalId, action }: { rentalId: string; action: string },
): Promise<MadeRefund | undefined> {
  const { rows } = await sql<{ made: StoredRefund[] }>`select ${refundsJson(
    sql`f.rental_id = ${rentalId} and f.reason = ${action}`,
  )} as made`.execute(db)
  return rows[0]!.made.map(readRefund)[0]
}

/** A refund with its recipient, locked until the transaction ends, or undefined. */
export async function lockRefund(tx: Tx, refundId: string) {
  return tx
    .selectFrom('refund')
    .innerJoin('order', 'order.id', 'refund.orderId')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .selectAll('refund')
    .select(['order.renterId', 'order.number as orderNumber', 'payment.channel', 'payment.paidAt'])
    .where('refund.id', '=', refundId)
    .forNoKeyUpdate('refund')
    .executeTakeFirst()
}

/** Whether an admin proposed that a refund was paid by hand, and no other one has decided on it. */
export async function isProposed(tx: Tx, refundId: string): Promise<boolean> {
  const proposal = await tx
    .selectFrom('proposal')
    .select('id')
    .where('about', '=', refundSubject(refundId))
    .where('decision', 'is', null)
    .executeTakeFirst()
  return proposal !== undefined
}

/** Whether the money of a rental has moved by a dispute about it: agreed on or decided. */
export async function isSettledByDispute(db: Db, rentalId: string): Promise<boolean> {
  const settled = await db
    .selectFrom('dispute')
    .select('id')
    .where('rentalId', '=', rentalId)
    .where('outcome', 'in', ['agreed', 'decided', 'appealed'])
    .executeTakeFirst()
  return settled !== undefined
}

/** The payment that confirmed an order, or undefined when nothing was paid online. */
export async function findOrderPayment(db: Db, orderId: string) {
  return db
    .selectFrom('payment')
    .select(['id', 'centavos', 'channel', 'paidAt'])
    .where('orderId', '=', orderId)
    .where('purpose', '=', 'order')
    .executeTakeFirst()
}
