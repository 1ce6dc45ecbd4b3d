import pg from 'pg'
import { sql } from 'kysely'
import { type MoneyAdmin, asRentalParty } from '#domain/access.ts'
import { system } from '#domain/actor.ts'
import { claimableUntil } from '#domain/deposit/deposit.ts'
import {
  decide,
  holdsDates,
  type RefundChoice,
  type RentalAction,
  type RentalDecision,
  refundReasonOf,
  rentedMore,
  notYetReturned,
} from '#domain/rental/lifecycle.ts'
import { decideEnding, type Ending } from '#domain/rental/ending.ts'
import { datesHeld, isUndo } from '#domain/rental/undo.ts'
import { isLost, type Possession, possessionAfter, type Proof } from '#domain/rental/possession.ts'
import { type EntryFacts, entrySideOf } from '#domain/timeline/entry.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import { updateDeliveryForStatus } from '../address/write-place.ts'
import type { Context, Services, Tx } from '../context.ts'
import { bookCash, reverseCash } from '../book/book-cash.ts'
import { findEndedMoney } from '../dispute/queries.ts'
import { pauseListingOfLostItem } from '../listing/pause-listing.ts'
import { updateListingsFromRentals } from '../listing/update-from-rentals.ts'
import { createRentalRefund } from '../refund/create-refund.ts'
import { appendEntry } from '../timeline/append-entry.ts'
import { recordLiveEvents } from '../live-events.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { endChange } from './end-change.ts'
import { blockDaysAfterWithdrawal } from './block-days-after-withdrawal.ts'
import { fixLateFee, unfixLateFee } from './late-fee.ts'
import { lockRental, type LockedRental } from './queries.ts'
import { notifyNextRentersOfLostItem } from './notify-next-renters.ts'
import { lockPeople, lockSince } from './lock-since.ts'

/**
 * As `inTransaction`, for a change of a rental. Constraints of the database finally prevent that an item, or its
 * dates, belong to two renters at once. Refusal: `day`, when one of them does.
 */
export async function inRentalTransaction<T>(
  ctx: Context,
  change: (tx: Tx) => Promise<Verdict<T>>,
): Promise<Verdict<T>> {
  try {
    return await inTransaction(ctx, change)
  } catch (error) {
    const constraint = error instanceof pg.DatabaseError ? error.constraint : undefined
    if (constraint === 'rental_out_once') return refuse('day', notYetReturned)
    if (constraint === 'rental_no_overlap') return refuse('day', datesHeld)
    throw error
  }
}

/**
 * One person of a rental takes an action: approve, reject, activate, complete or cancel. Refusals: `not-found` (for
 * anyone but its two people), `side`, `status` (it changed meanwhile), `day`.
 */
export async function takeRentalAction(
  ctx: Context,
  { rentalId, action }: { rentalId: string; action: RentalAction },
): Promise<Verdict<RentalDecision>> {
  return inRentalTransaction(ctx, async (tx) => {
    const rental = await lockRental(tx, rentalId)
    if (!rental) return notFound()
    const gate = asRentalParty(ctx.actor, rental)
    if (!gate.ok) return gate
    const verdict = decide(rental, action, gate.party, ctx.clock.now())
    if (verdict.ok) await recordAction(tx, ctx, rental, verdict)
    return verdict
  })
}

/**
 * An admin takes an action on a rental that only admins may take; its event stores the reason, if there is one. Both
 * people are notified. Who ends an Approved or Active rental chooses what goes back, and both read why. Refusals:
 * `not-found`, `side`, `status`, `unpaid` (use `release` on its order instead), `day` (a hand-over or a return can't
 * be undone any more), and those of `decideEnding`.
 */
export async function takeAdminAction(
  ctx: Context,
  admin: MoneyAdmin,
  { rentalId, action, ...ending }: { rentalId: string; action: RentalAction } & Ending,
): Promise<Verdict<RentalDecision>> {
  return inRentalTransaction(ctx, async (tx): Promise<Verdict<RentalDecision>> => {
    if (isUndo(action)) await lockPeople(tx, rentalId)
    const rental = await lockRental(tx, rentalId)
    if (!rental) return notFound()
    const since = isUndo(action) ? await lockSince(tx, rental) : undefined
    const verdict = decide({ ...rental, since }, action, admin, ctx.clock.now())
    if (!verdict.ok) return verdict
    const ended = decideEnding(verdict, ending, await findEndedMoney(tx, rentalId))
    if (!ended.ok) return ended
    const { decision, choice } = ended
    await recordAction(tx, ctx, rental, decision, { reason: ending.reason, choice })
    return { ok: true, ...decision }
  })
}

/** The system takes an action that is due. A rental whose status changed meanwhile is skipped. */
export async function takeSystemAction(
  services: Services,
  { rentalId, action }: { rentalId: string; action: RentalAction },
): Promise<Verdict<RentalDecision>> {
  return inTransaction(services, async (tx) => {
    const rental = await lockRental(tx, rentalId)
    if (!rental) return notFound()
    const verdict = decide(rental, action, system, services.clock.now())
    if (verdict.ok) await recordAction(tx, { ...services, actor: system }, rental, verdict)
    return verdict
  })
}

/**
 * Writes an accepted action in the transaction that locks the rental: the status, the listing it holds or frees,
 * possession, refunds or collected cash, the event, the entry of its timeline, the mails and the live events. With a
 * `choice` of what goes back, both people read the reason.
 */
export async function recordAction(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  rental: LockedRental,
  decision: RentalDecision,
  {
    reason = null,
    proof,
    choice = null,
  }: { reason?: string | null; proof?: Proof; choice?: RefundChoice | null } = {},
) {
  const possession = possessionAfter(decision, rental, ctx.clock.now(), proof)
  await tx
    .updateTable('rental')
    .set({
      status: decision.to,
      statusChangedAt: ctx.clock.now(),
      ...possession,
      // A rental that was Active beside another at an upgrade is exempt until it ends, and not again.
      ...(decision.from === 'Completed' ? { outBeside: false, depositDueAt: null } : {}),
    })
    .where('id', '=', rental.id)
    .where('status', '=', decision.from)
    .executeTakeFirstOrThrow()
  if (decision.to === 'Completed') {
    await setDepositDueAt(tx, ctx, rental.id)
    await fixLateFee(tx, ctx, rental, possession.returnedAt ?? null)
  }
  if (decision.from === 'Completed') await unfixLateFee(tx, rental.id)
  await updateDeliveryForStatus(tx, rental, decision, ctx.clock.now())
  if (holdsDates(decision.from) !== holdsDates(decision.to))
    await updateListingsFromRentals(tx, [rental.listingId], rentedMore(decision.from, decision.to))
  if (decision.from !== 'Pending')
    await endChange(tx, ctx, { rentalId: rental.id, onlyMove: decision.to === 'Active' }, 'expired')
  if (decision.action === 'withdraw') await blockDaysAfterWithdrawal(tx, ctx, rental)
  if (isLost(decision.action)) {
    await pauseListingOfLostItem(tx, ctx, rental.listingId)
    await notifyNextRentersOfLostItem(tx, ctx, rental)
  }
  if (decision.from === 'Approved') await endNoShow(tx, ctx, rental.id, decision)
  const { action, from, refund } = decision
  const back = refund
    ? await createRentalRefund(tx, ctx, rental, { from, refund, reason: refundReasonOf(action) })
    : 0
  const chosen: EntryFacts =
    choice && rental.paymentMethod === 'online' ? { refund: choice, centavos: back } : {}
  if (rental.paymentMethod === 'cash_on_delivery') {
    if (decision.from === 'Approved' && decision.to === 'Active') await bookCash(tx, ctx, rental)
    if (decision.from === 'Active' && decision.to === 'Approved') await reverseCash(tx, ctx, rental)
  }
  await recordEvents(tx, ctx, [
    {
      subject: 'rental',
      subjectId: rental.id,
      action: decision.action,
      detail: { from: decision.from, to: decision.to, ...chosen, ...(reason ? { reason } : {}) },
    },
  ])
  const entry = await appendEntry(tx, ctx, rental.id, {
    kind: decision.action,
    side: entrySideOf(ctx.actor, rental),
    facts: { from: decision.from, to: decision.to, ...proofOf(possession), ...chosen },
    text: choice && reason ? reason : null,
  })
  await recordEffects(
    tx,
    ctx,
    decision.notifies.map((to) => ({
      kind: 'rental-mail',
      payload: { rentalId: rental.id, action: decision.action, to, head: entry.hash, back },
    })),
  )
  recordLiveEvents(
    tx,
    [rental.renterId, rental.ownerId].map((to) => ({
      to,
      kind: 'rental',
      detail: { rentalId: rental.id, status: decision.to },
    })),
  )
}

/**
 * Ends what was said about a no-show: a hand-over deletes it, and it stays as a fact of a rental that ended, with the
 * instant of its effect when it had one.
 */
async function endNoShow(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  rentalId: string,
  { action, to }: RentalDecision,
) {
  if (to === 'Active') await tx.deleteFrom('noShow').where('rentalId', '=', rentalId).execute()
  if (action === 'renter-no-show' || action === 'owner-no-show')
    await tx.updateTable('noShow').set({ agreedAt: clock.now() }).where('rentalId', '=', rentalId).execute()
}

/** How an action was proved, as a fact of its entry. */
function proofOf({ handoverProof, returnProof }: Partial<Possession>): EntryFacts {
  const proof = handoverProof ?? returnProof
  return proof ? { proof } : {}
}

/** Sets when the deposit goes back by itself: 48 hours after the return. */
async function setDepositDueAt(tx: Tx, { clock }: Pick<Context, 'clock'>, rentalId: string) {
  await sql`update rental set deposit_due_at = ${claimableUntil(clock.now())} where id = ${rentalId}
    and exists (select from money_line m where m.rental_id = ${rentalId} and m.kind = 'deposit')`.execute(tx)
}
