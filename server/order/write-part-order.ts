import { v7 as uuid } from 'uuid'
import { holdsUntil } from '#domain/payment/payment.ts'
import type { Context, Tx } from '../context.ts'
import { writeOrder } from './write-order.ts'

/**
 * Writes an order without rentals: it pays for a change of a rental, or for a debt (`debtId`). Its renter has 30
 * minutes to pay it (`until`). Its agreement is the one that they accepted for the rental.
 */
export async function writePartOrder(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  rental: { orderId: string; renterId: string },
  debtId: string | null = null,
): Promise<{ orderId: string; orderNumber: string; until: Date }> {
  const now = clock.now()
  const original = await tx
    .selectFrom('order')
    .select(['agreementText', 'agreementSha256', 'agreementAcceptedAt'])
    .where('id', '=', rental.orderId)
    .executeTakeFirstOrThrow()
  const [orderId, until] = [uuid(), holdsUntil(now)]
  const order = {
    ...original,
    id: orderId,
    renterId: rental.renterId,
    status: 'awaiting_payment' as const,
    holdsUntil: until,
    confirmedAt: null,
    paymentMethod: 'online' as const,
    idempotencyKey: uuid(),
    createdAt: now,
    debtId,
  }
  return { orderId, orderNumber: await writeOrder(tx, order, [], []), until }
}
