import { type BookedRental, goodwillEntry } from '#domain/book/book.ts'
import type { Context, Tx } from '../context.ts'
import { writeBook } from '../book/write-book.ts'
import { insertRefund } from './create-refund.ts'
import { listRentalPayments } from './queries.ts'

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
  if (to === 'owner') return writeBook(tx, ctx, [goodwillEntry(causeId, rental, to, centavos)])
  let left = centavos
  for (const payment of (await listRentalPayments(tx, rental.id)).toReversed()) {
    const own = Math.min(left, payment.leftCentavos)
    if (own <= 0) continue
    const { orderId } = payment
    const refund = { orderId, rentalId: rental.id, centavos: own, reason: 'goodwill' as const }
    if (!(await insertRefund(tx, ctx, payment, refund, causeId))) return
    const part = left === centavos ? causeId : `${causeId}:${payment.id}`
    await writeBook(tx, ctx, [goodwillEntry(part, { ...rental, orderId }, to, own)])
    left -= own
  }
  if (left > 0)
    throw new Error(`the renter of ${rental.id} has paid too little online for a goodwill payment`)
}
