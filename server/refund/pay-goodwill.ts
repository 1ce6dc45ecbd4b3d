import { type BookedRental, goodwillEntry } from '#domain/book/book.ts'
import type { Context, Tx } from '../context.ts'
import { writeBook } from '../book/write-book.ts'
import { insertRefund } from './create-refund.ts'
import { findOrderPayment } from './queries.ts'

/**
 * The site pays one of the two people of a rental of its own money: the owner by their next payout, the renter the way
 * they paid. Once for each cause. A part of the caller's transaction, which checked how much it may be.
 */
export async function payGoodwill(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  rental: BookedRental,
  { causeId, to, centavos }: { causeId: string; to: 'renter' | 'owner'; centavos: number },
): Promise<void> {
  if (to === 'renter') {
    const payment = await findOrderPayment(tx, rental.orderId)
    if (!payment) throw new Error(`the renter of ${rental.id} has paid nothing online`)
    const refund = { orderId: rental.orderId, rentalId: rental.id, centavos, reason: 'goodwill' as const }
    if (!(await insertRefund(tx, ctx, payment, refund, causeId))) return
  }
  await writeBook(tx, ctx, [goodwillEntry(causeId, rental, to, centavos)])
}
