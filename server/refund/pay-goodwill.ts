import { type BookedRental, goodwillEntry } from '#domain/book/book.ts'
import { centavosOf, type Charge } from '#domain/book/money-line.ts'
import { rentCharges } from '#domain/refund/refund.ts'
import type { Side } from '#domain/side.ts'
import type { Context, Tx } from '../context.ts'
import { writeBook } from '../book/write-book.ts'
import { insertRefund } from './create-refund.ts'
import { listRentalPayments } from './queries.ts'

/**
 * Pays the renter or the owner of a rental money of the site's own: the owner with their next payout, the renter by
 * refunds of their payments. The same `causeId` pays once. Runs in the caller's transaction, which has checked the
 * amount. Throws when the renter's payments can't give back that much.
 */
export async function payGoodwill(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  rental: BookedRental,
  { causeId, to, centavos }: { causeId: string; to: Side; centavos: number },
): Promise<void> {
  if (to === 'owner') return writeBook(tx, ctx, [goodwillEntry(causeId, rental, to, centavos)])
  let left = centavos
  // Refunds take the latest payment first, so that this takes the earliest; the deposit last, as it may still go back.
  const payments = (await listRentalPayments(tx, rental.id)).toReversed()
  const parts = payments.map((payment) => ({ payment, centavos: 0 }))
  for (const charges of [[...rentCharges], [...rentCharges, 'deposit']] as Charge[][])
    for (const part of parts) {
      const { lines, leftCentavos, goodwillCentavos } = part.payment
      // The rest of the payment belongs to the other rentals of its order.
      const rentalShare =
        charges.reduce((sum, charge) => sum + centavosOf(lines, charge), 0) - goodwillCentavos
      const more = Math.min(left, Math.min(leftCentavos, rentalShare) - part.centavos)
      if (more > 0) [part.centavos, left] = [part.centavos + more, left - more]
    }
  if (left > 0)
    throw new Error(`the renter of ${rental.id} has paid too little online for a goodwill payment`)
  for (const [i, { payment, centavos: own }] of parts.filter((part) => part.centavos > 0).entries()) {
    const { orderId } = payment
    const refund = { orderId, rentalId: rental.id, centavos: own, reason: 'goodwill' as const }
    if (!(await insertRefund(tx, ctx, payment, refund, causeId))) return
    const entryCause = i === 0 ? causeId : `${causeId}:${payment.id}`
    await writeBook(tx, ctx, [goodwillEntry(entryCause, { ...rental, orderId }, to, own)])
  }
}
