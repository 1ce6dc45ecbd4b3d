import { v7 as uuid } from 'uuid'
import { type BookedRental, refundEntry, unusedEntry } from '#domain/book/book.ts'
import type { EndedRental } from '#domain/refund/cancellation.ts'
import type { RentalEnding } from '#domain/refund/ending-refund.ts'
import { refundOf, type RefundReason, whyByHand } from '#domain/refund/refund.ts'
import { splitRefund } from '#domain/refund/split-refund.ts'
import type { RefundLine } from '#domain/book/money-line.ts'
import { type Centavos, sumOf } from '#domain/money.ts'
import type { PaymentMethod } from '#domain/status.ts'
import type { Context, Tx } from '../context.ts'
import { recordEffects, recordEvents } from '../record.ts'
import { listMoneyLines } from '../book/queries.ts'
import { findEndingRefund, refundExists, type RentalPayment } from './queries.ts'
import { writeBook } from '../book/write-book.ts'

type Ctx = Pick<Context, 'clock' | 'actor'>
type Payment = { id: string; channel: string; paidAt: Date }

/**
 * Creates the refund of an ended rental as its action says: all of it, what the cancellation policy returns, what a
 * renter who did not come gets back, or a part of what was paid besides the deposit. A rental that was to be paid in
 * cash is waived instead. A part of the action's transaction. Returns how many centavos go back.
 */
export async function createRentalRefund(
  tx: Tx,
  ctx: Ctx,
  rental: Omit<EndedRental & BookedRental, 'lines'> & { paymentMethod: PaymentMethod },
  ending: RentalEnding,
): Promise<Centavos> {
  if (rental.paymentMethod === 'cash_on_delivery') {
    await waiveLines(tx, ctx, rental, refundOf(await listMoneyLines(tx, rental.id)), null)
    return 0
  }
  const { lines, payments } = await findEndingRefund(tx, rental, ending, ctx.clock.now())
  await createRefund(tx, ctx, rental, payments, lines, ending.reason)
  return sumOf(lines)
}

/**
 * Writes negative `waived` lines for amounts of a cash rental that are not charged after all; `lines` has them as
 * positive centavos. `changeId`: the change that gave days back, null when the rental ended.
 */
export async function waiveLines(
  tx: Tx,
  ctx: Ctx,
  rental: Pick<BookedRental, 'id' | 'orderId'>,
  lines: readonly RefundLine[],
  changeId: string | null,
): Promise<void> {
  if (lines.length > 0) await writeLines(tx, ctx, rental, 'waived', lines, changeId)
}

function writeLines(
  tx: Tx,
  ctx: Ctx,
  rental: Pick<BookedRental, 'id' | 'orderId'>,
  kind: 'refund' | 'waived',
  lines: readonly RefundLine[],
  changeId: string | null = null,
): Promise<unknown> {
  const { id: rentalId, orderId } = rental
  const createdAt = ctx.clock.now()
  return tx
    .insertInto('moneyLine')
    .values(
      lines.map(({ returns, centavos }) => ({
        orderId,
        rentalId,
        kind,
        returns,
        centavos: -centavos,
        createdAt,
        changeId,
      })),
    )
    .execute()
}

/**
 * Creates the refund of some lines of a rental, once for each reason and `causeId`: for each payment that gives some
 * of it back, the latest first, a refund, its negative money lines, its entry in the book and the job that sends it.
 * Returns the ids of the refunds; none when there is nothing to refund or they exist already.
 */
export async function createRefund(
  tx: Tx,
  ctx: Ctx,
  rental: Omit<BookedRental, 'lines'>,
  payments: readonly RentalPayment[],
  lines: readonly RefundLine[],
  reason: RefundReason,
  causeId: string | null = null,
): Promise<string[]> {
  if (await refundExists(tx, rental.id, reason, causeId)) return []
  const ids: string[] = []
  for (const { part: payment, lines: own } of splitRefund(lines, payments)) {
    const { orderId } = payment
    const centavos = sumOf(own)
    const refund = { orderId, rentalId: rental.id, centavos, reason }
    const id = await insertRefund(tx, ctx, payment, refund, causeId)
    if (!id) continue
    const changeId = reason === 'change' ? causeId : null
    await writeLines(tx, ctx, { id: rental.id, orderId }, 'refund', own, changeId)
    await writeBook(tx, ctx, [refundEntry(id, { ...rental, orderId }, own)])
    ids.push(id)
  }
  return ids
}

/**
 * Creates a full refund of a payment that its order can't use. Returns its id, or null when the payment has one
 * already.
 */
export async function createUnusedRefund(
  tx: Tx,
  ctx: Ctx,
  payment: Payment & { orderId: string; renterId: string; centavos: number },
): Promise<string | null> {
  const id = await insertRefund(tx, ctx, payment, {
    orderId: payment.orderId,
    rentalId: null,
    centavos: payment.centavos,
    reason: 'unused',
  })
  if (id) await writeBook(tx, ctx, [unusedEntry(id, payment)])
  return id
}

/**
 * Writes a refund of one payment and its event, and the job that sends it, unless an admin has to pay it by hand.
 * `centavos` is positive. Returns its id, or null when the payment has one already: of this rental for this reason
 * and cause, or, without a rental, any without a rental.
 */
export async function insertRefund(
  tx: Tx,
  ctx: Ctx,
  payment: Payment,
  refund: { orderId: string; rentalId: string | null; centavos: number; reason: RefundReason },
  causeId: string | null = null,
): Promise<string | null> {
  const id = uuid()
  const now = ctx.clock.now()
  const note = whyByHand(payment, refund.centavos, now)
  const inserted = await tx
    .insertInto('refund')
    .values({
      ...refund,
      id,
      causeId,
      paymentId: payment.id,
      status: note ? 'manual' : 'due',
      note,
      createdAt: now,
    })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return null
  await recordEvents(tx, ctx, [
    {
      subject: 'refund',
      subjectId: id,
      action: 'owe',
      detail: { centavos: refund.centavos, reason: refund.reason },
    },
  ])
  if (!note) await recordEffects(tx, ctx, [{ kind: 'send-refund', payload: { refundId: id } }])
  return id
}
