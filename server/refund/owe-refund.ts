import { v7 as uuid } from 'uuid'
import { refundEntry, unusedEntry } from '#domain/book/book.ts'
import { cancellationTerms } from '#domain/refund/cancellation.ts'
import { type RefundLine, refundOf, type RefundReason, whyByHand } from '#domain/refund/refund.ts'
import type { RentalDecision } from '#domain/rental/lifecycle.ts'
import type { Context, Tx } from '../context.ts'
import { recordEffects, recordEvents } from '../record.ts'
import type { LockedRental } from '../rental/queries.ts'
import { findBookedRental, findOrderPayment, type OrderRental } from '../payment/queries.ts'
import { writeBook } from '../book/write-book.ts'

type Ctx = Pick<Context, 'clock' | 'actor'>
type Payment = { id: string; channel: string; paidAt: Date }

/**
 * Owes the renter of an ended rental what its step says: all of it, or what the cancellation policy gives back. One
 * that was to be paid in cash is not charged instead. Part of the step's transaction.
 */
export async function oweRentalRefund(
  tx: Tx,
  ctx: Ctx,
  rental: LockedRental,
  decision: RentalDecision,
): Promise<void> {
  const booked = await findBookedRental(tx, rental.id)
  if (rental.paymentMethod === 'cash_on_delivery') return waive(tx, ctx, booked)
  const payment = await findOrderPayment(tx, rental.orderId)
  if (!payment) return
  const lines =
    decision.refund === 'policy'
      ? cancellationTerms(
          {
            status: decision.from as 'Pending' | 'Approved',
            policy: rental.cancellationPolicy,
            period: rental.period,
            lines: booked.lines,
          },
          ctx.clock.now(),
        ).lines
      : refundOf(booked.lines)
  await oweRefund(tx, ctx, booked, payment, lines, decision.action as RefundReason)
}

/** Takes back what a rental was to cost: it was never handed over, so that nobody pays for it. */
async function waive(tx: Tx, ctx: Ctx, rental: OrderRental): Promise<void> {
  const lines = refundOf(rental.lines)
  if (lines.length > 0) await writeLines(tx, ctx, rental, 'waived', lines)
}

function writeLines(
  tx: Tx,
  ctx: Ctx,
  rental: OrderRental,
  kind: 'refund' | 'waived',
  lines: readonly RefundLine[],
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
      })),
    )
    .execute()
}

/**
 * Owes some lines of a rental back, once for each reason: the refund, its negative money lines, its entry in the book
 * and the effect that sends it. Returns its id, or null when there is nothing to give back or it is owed already.
 */
export async function oweRefund(
  tx: Tx,
  ctx: Ctx,
  rental: OrderRental,
  payment: Payment,
  lines: readonly RefundLine[],
  reason: RefundReason,
): Promise<string | null> {
  const centavos = lines.reduce((sum, line) => sum + line.centavos, 0)
  if (centavos === 0) return null
  const id = await insertRefund(tx, ctx, payment, {
    orderId: rental.orderId,
    rentalId: rental.id,
    centavos,
    reason,
  })
  if (!id) return null
  await writeLines(tx, ctx, rental, 'refund', lines)
  await writeBook(tx, ctx, [refundEntry(id, rental, lines)])
  return id
}

/** Owes a payment back whole that its order has no use for. */
export async function oweUnused(
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

async function insertRefund(
  tx: Tx,
  ctx: Ctx,
  payment: Payment,
  refund: { orderId: string; rentalId: string | null; centavos: number; reason: RefundReason },
): Promise<string | null> {
  const id = uuid()
  const now = ctx.clock.now()
  const note = whyByHand(payment, refund.centavos, now)
  const inserted = await tx
    .insertInto('refund')
    .values({
      ...refund,
      id,
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
