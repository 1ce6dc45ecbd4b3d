import type { Database } from '#db/schema.ts'
import { type Centavos, sumOf } from '#domain/money.ts'
import { sql, type Updateable } from 'kysely'
import { claimEntry } from '#domain/book/book.ts'
import type { Award, DisputeOutcome } from '#domain/dispute/dispute.ts'
import type { RefundLine } from '#domain/book/money-line.ts'
import { depositLeft, saidHadIt, type Settlement, settlementOf } from '#domain/dispute/award.ts'
import { amountLines } from '#domain/refund/split-refund.ts'
import { hasOpenClaim, resumedUntil } from '#domain/deposit/deposit.ts'
import type { Context, Tx } from '../context.ts'
import { writeBook } from '../book/write-book.ts'
import { writeDebt } from '../debt/write-debt.ts'
import { cancelDepositReturn } from '../deposit/lock-deposit.ts'
import { resumeLateFee } from '../deposit/resume-late-fee.ts'
import { askForCash } from '../deposit/return-deposit.ts'
import { createRefund } from '../refund/create-refund.ts'
import { listRentalPayments, type RentalPayment } from '../refund/queries.ts'
import { payGoodwill } from '../refund/pay-goodwill.ts'
import { recordEffects, recordEvents } from '../record.ts'
import { disputeMails } from './dispute-mails.ts'
import type { LockedDispute, OpenDispute } from './lock-dispute.ts'
import { closedToObjectionsAt, openWaitingObjections } from './open-objection.ts'
import { openUndisputedContradiction } from './open-no-show-dispute.ts'
import { recordInTimeline } from './record-in-timeline.ts'

type Ctx = Pick<Context, 'clock' | 'actor'>
type Open = LockedDispute & { dispute: OpenDispute }

/**
 * Ends an open dispute in the transaction that locks it, and moves its money once:
 *
 * - The owner gets the granted part of the deposit. The rest goes back, unless it is still held.
 * - The renter gets back what is awarded of rent, delivery and service fee. The site pays the goodwill.
 * - What is granted to the owner beyond the held deposit becomes a debt of the renter. What the two agree that the
 *   renter gets beyond what they paid becomes a debt of the owner.
 * - A late fee that is not taken yet comes from what the award leaves of the deposit, before that goes back.
 * - With `neverGot` the dispute says that the renter never got the item: the sweep then ends the rental, unless
 *   the renter has said that they had it (they may have done so after the decision).
 * - What a side objected to while this dispute was decided becomes a dispute now, unless this one says that the renter
 *   never got the item.
 * - In cash the provider refunds nothing: what the owner gives back of the rent becomes a debt, and both are told what
 *   is left of the deposit.
 * - If both people say that the other did not come, and no dispute was about that, the next one begins, unless
 *   `isLast`: the caller ends the rental, or undoes its hand-over or return, in the same transaction.
 */
export async function settleDispute(
  tx: Tx,
  ctx: Ctx,
  locked: Open,
  {
    award,
    outcome,
    neverGot: saysNeverGot = false,
    isLast = false,
  }: { award: Award; outcome: DisputeOutcome; neverGot?: boolean; isLast?: boolean },
): Promise<Settlement> {
  const { dispute, rental, claim, currentDeposit } = locked
  const now = ctx.clock.now()
  const neverGot = saysNeverGot && !saidHadIt(rental)
  const depositDueAt = await resumeClaims(tx, locked, now)
  // The owner can still claim the rest. (While the rental is Active, `settlementOf` itself keeps it.)
  const keepsRest = currentDeposit.completedAt
    ? depositDueAt !== null && now <= depositDueAt
    : rental.status === 'Approved'
  const money = await resumeLateFeeFrom(tx, ctx, locked, award)
  const isAgreed = outcome === 'agreed'
  const settled = settlementOf(money, award, { status: rental.status, keepsRest, isAgreed })
  // Before the payments are read: their `keptCentavos` counts this grant, and so leaves more of them for the rent.
  if (hasOpenClaim(claim) || settled.depositToOwner > 0) await writeGrant(tx, locked, settled, now)
  const payments = money.inCash ? [] : await listRentalPayments(tx, rental.id)
  const rentLines = amountLines(sumOf(settled.rentLines), payments)
  const rentMoved = sumOf(rentLines)
  await writeSettlement(tx, dispute.id, {
    closedAt: now,
    outcome,
    neverGot,
    depositMoved: settled.depositToOwner,
    rentMoved,
    goodwillMoved: settled.goodwillCentavos,
    goodwillTo: settled.goodwillTo,
  })
  if (settled.owedBy)
    await writeDebt(tx, ctx, {
      id: dispute.id,
      rentalId: rental.id,
      cause: 'dispute',
      owedBy: settled.owedBy,
      centavos: settled.owedCentavos,
    })
  // The key of a first entry is the rental's; a claim before may have used it.
  if (settled.depositToOwner > 0)
    await writeBook(tx, ctx, [claimEntry(rental, settled.depositToOwner, claim ? dispute.id : undefined)])
  await sendBack(tx, ctx, locked, { payments, rentLines, depositBack: settled.depositBack })
  await askForCash(tx, ctx, rental.id)
  if (settled.goodwillCentavos > 0)
    await payGoodwill(tx, ctx, rental, {
      causeId: dispute.id,
      to: settled.goodwillTo!,
      centavos: settled.goodwillCentavos,
    })
  await recordClosing(tx, ctx, locked, {
    outcome,
    deposit: settled.depositToOwner,
    rent: rentMoved,
    goodwill: settled.goodwillCentavos,
    owed: settled.owedCentavos,
  })
  const objectionsClosedAt = closedToObjectionsAt(locked)
  if (objectionsClosedAt && !neverGot)
    await openWaitingObjections(tx, ctx, { rentalId: rental.id, objectionsClosedAt })
  if (!isLast) await openUndisputedContradiction(tx, ctx, rental)
  return settled
}

/** Closes an open dispute, with what it moved. Throws if it is closed already. */
async function writeSettlement(tx: Tx, id: string, end: Updateable<Database['dispute']>): Promise<void> {
  const closed = await tx
    .updateTable('dispute')
    .set({ ...end, dueAt: null })
    .where('id', '=', id)
    .where('closedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (closed.numUpdatedRows !== 1n) throw new Error(`the dispute ${id} is closed already`)
}

/** Notes in the audit log and the timeline how a dispute ended, and mails it to both people. Amounts in centavos. */
async function recordClosing(
  tx: Tx,
  ctx: Ctx,
  { dispute, rental }: Open,
  end: { outcome: DisputeOutcome } & Record<'deposit' | 'rent' | 'goodwill' | 'owed', Centavos>,
): Promise<void> {
  const detail = { outcome: end.outcome, granted: end.deposit, owed: end.owed }
  await recordEvents(tx, ctx, [
    { subject: 'deposit-claim', subjectId: rental.id, action: 'close-dispute', detail },
  ])
  await recordInTimeline(tx, ctx, { rentalId: rental.id, event: 'close', by: 'system', facts: end })
  await recordEffects(tx, ctx, disputeMails(rental.id, dispute.id, { event: 'settled', by: 'system' }))
}

/**
 * Restarts a late fee that waited, paid from what the award leaves of the deposit; returns the dispute's money with
 * it.
 */
async function resumeLateFeeFrom(tx: Tx, ctx: Ctx, { rental, money, decisions }: Open, award: Award) {
  const leftCentavos = Math.max(0, depositLeft(money) - award.ownerCentavos)
  const more = await resumeLateFee(tx, ctx, rental.id, { decidedAt: decisions[0]?.decidedAt, leftCentavos })
  const { lateCentavos, lateOpenCentavos } = money
  return { ...money, lateCentavos: lateCentavos + more, lateOpenCentavos: lateOpenCentavos + more }
}

/**
 * Gives the owner back the time for a claim that passed while a decision waited; returns when the deposit goes back by
 * itself, if it does.
 */
async function resumeClaims(
  tx: Tx,
  { rental, currentDeposit, decisions }: Open,
  now: Date,
): Promise<Date | null> {
  const { depositDueAt } = rental
  const { completedAt } = currentDeposit
  const decidedAt = decisions[0]?.decidedAt
  if (!depositDueAt || !completedAt || !decidedAt) return depositDueAt
  const until = resumedUntil(depositDueAt, { completedAt, decidedAt, closedAt: now })
  await tx.updateTable('rental').set({ depositDueAt: until }).where('id', '=', rental.id).execute()
  return until
}

/**
 * Notes in the claim on the deposit what of it is the owner's; a decision or an agreement may come without a claim.
 */
async function writeGrant(
  tx: Tx,
  { dispute, rental, claim, decisions, money }: Open,
  { depositToOwner }: Settlement,
  now: Date,
): Promise<void> {
  const last = decisions.at(-1)
  const granted = money.grantedBefore + depositToOwner
  const decided = {
    grantedCentavos: granted,
    decision: last?.reason ?? null,
    decidedAt: now,
    decidedBy: last?.decidedBy ?? null,
  }
  if (claim)
    await tx
      .updateTable('depositClaim')
      .set({ ...decided, centavos: sql`greatest(centavos, ${granted})` })
      .where('rentalId', '=', rental.id)
      .execute()
  else
    await tx
      .insertInto('depositClaim')
      .values({
        ...decided,
        rentalId: rental.id,
        centavos: granted,
        reason: last?.reason ?? 'Agreed',
        createdAt: dispute.openedAt,
      })
      .execute()
}

type Back = { payments: readonly RentalPayment[]; rentLines: readonly RefundLine[]; depositBack: number }

/** Sends back what was paid online: the rest of the deposit, and what is awarded of the rent. */
async function sendBack(tx: Tx, ctx: Ctx, { rental, dispute }: Open, back: Back): Promise<void> {
  const { payments, rentLines, depositBack } = back
  if (depositBack > 0) {
    if (payments.length === 0) throw new Error(`nobody has paid ${rental.id}, of which something goes back`)
    await cancelDepositReturn(tx, rental.id)
    const line = { returns: 'deposit' as const, centavos: depositBack }
    await createRefund(tx, ctx, rental, payments, [line], 'claim', dispute.id)
  }
  await createRefund(tx, ctx, rental, payments, rentLines, 'dispute', dispute.id)
}
