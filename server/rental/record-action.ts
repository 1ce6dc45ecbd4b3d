import { sql } from 'kysely'
import { claimableUntil } from '#domain/deposit/deposit.ts'
import {
  holdsDates,
  refundReasonOf,
  type RefundChoice,
  type RentalDecision,
  rentedMore,
} from '#domain/rental/lifecycle.ts'
import { isLost, type Possession, possessionAfter, type HandoverProof } from '#domain/rental/possession.ts'
import type { EmailPayloads } from '#domain/notification/kinds.ts'
import { type EntryFacts, entrySideOf } from '#domain/timeline/entry.ts'
import { updateDeliveryForStatus } from '../address/write-place.ts'
import { bookCash, reverseCash } from '../book/book-cash.ts'
import type { Context, Tx } from '../context.ts'
import { closeNoShow, closeWithoutAward } from '../dispute/close-dispute.ts'
import { pauseListingOfLostItem, resumeListingOfFoundItem } from '../listing/pause-listing.ts'
import { updateListingsFromRentals } from '../listing/update-from-rentals.ts'
import { recordRentalLiveEvents } from '../live-events.ts'
import { recordEffects, recordEvents } from '../record.ts'
import { createRentalRefund } from '../refund/create-refund.ts'
import { appendEntry } from '../timeline/append-entry.ts'
import { blockRemainingDays } from './block-remaining-days.ts'
import { endChange } from './end-change.ts'
import { fixLateFee, unfixLateFee } from './late-fee.ts'
import { clearNotBackReminders } from '../listing/clear-not-back-reminders.ts'
import { notifyNextRentersOfLostItem } from './notify-next-renters.ts'
import type { LockedRental } from './queries.ts'

type ActionContext = Pick<Context, 'clock' | 'actor'>
type PossessionChange = ReturnType<typeof possessionAfter>

/**
 * Writes an accepted action in the transaction that locks the rental: the status, the listing it holds or frees,
 * possession, refunds or collected cash, the event, the entry of its timeline, the mails and the live events. With a
 * `choice` of what goes back, both people read the reason. `ownerWasRemoved`: an admin suspended the owner or took the
 * listing down, so that everything goes back whatever a dispute settled. The open dispute of a rental that ends before
 * its hand-over is closed first: its deposit goes back, so that an award would become a debt. So is the system's
 * dispute about who did not come, when both confirm the hand-over.
 */
export async function recordAction(
  tx: Tx,
  ctx: ActionContext,
  rental: LockedRental,
  decision: RentalDecision,
  {
    reason = null,
    proof,
    choice = null,
    ownerWasRemoved = false,
  }: {
    reason?: string | null
    proof?: HandoverProof
    choice?: RefundChoice | null
    ownerWasRemoved?: boolean
  } = {},
) {
  if (rental.isDisputed && rentedMore(decision.from, decision.to) < 0)
    await closeWithoutAward(tx, ctx, rental.id)
  if (rental.isDisputed && decision.action === 'activate' && proof === 'both')
    await closeNoShow(tx, ctx, rental.id, 'handed-over')
  const possession = possessionAfter(decision, rental, ctx.clock.now(), proof)
  await updateRental(tx, ctx, rental, decision, possession)
  await updateReturnFees(tx, ctx, rental, decision, possession)
  await updateDeliveryForStatus(tx, rental, decision, ctx.clock.now())
  await updateDates(tx, ctx, rental, decision)
  if (isLost(decision.action)) await reportLostItem(tx, ctx, rental)
  const found = wasLost(rental, decision) ? await takeBackLostItem(tx, ctx, rental) : null
  if (decision.from === 'Completed') await clearNotBackReminders(tx, rental, { wasLost: found !== null })
  if (decision.from === 'Approved') await endNoShow(tx, ctx, rental.id, decision)
  await bookHandedOverCash(tx, ctx, rental, decision)
  const refunded = await refundRental(tx, ctx, rental, decision, ownerWasRemoved)

  const refundFacts: EntryFacts =
    choice && rental.paymentMethod === 'online' ? { refund: choice, centavos: refunded } : {}
  await recordEvents(tx, ctx, [
    {
      subject: 'rental',
      subjectId: rental.id,
      action: decision.action,
      detail: { from: decision.from, to: decision.to, ...refundFacts, ...(reason ? { reason } : {}) },
    },
  ])
  const entry = await appendEntry(tx, ctx, rental.id, {
    kind: decision.action,
    side: entrySideOf(ctx.actor, rental),
    facts: { from: decision.from, to: decision.to, ...proofOf(possession), ...refundFacts },
    text: choice && reason ? reason : null,
  })
  const facts = { head: entry.hash, back: refunded, ...(found ? { found } : {}) }
  await notifyPeople(tx, ctx, rental, decision, facts)
}

/**
 * Writes the status and who has the item. Fails when the status is no longer the one that the decision starts from.
 */
async function updateRental(
  tx: Tx,
  { clock }: ActionContext,
  rental: LockedRental,
  { from, to }: RentalDecision,
  possession: PossessionChange,
) {
  await tx
    .updateTable('rental')
    .set({
      status: to,
      statusChangedAt: clock.now(),
      ...possession,
      // `rental_out_once` exempts a rental that was Active beside another at an upgrade, until it has ended once.
      ...(from === 'Completed' ? { outBeside: false, depositDueAt: null } : {}),
    })
    .where('id', '=', rental.id)
    .where('status', '=', from)
    .executeTakeFirstOrThrow()
}

/** A return sets when the deposit goes back, and the late fee; an undone return takes the late fee away. */
async function updateReturnFees(
  tx: Tx,
  ctx: ActionContext,
  rental: LockedRental,
  { from, to }: RentalDecision,
  { returnedAt = null, returnProof }: PossessionChange,
) {
  if (to === 'Completed') {
    await setDepositDueAt(tx, ctx, rental.id)
    // Who gives it back by code has had it, whatever they objected to.
    const returned = returnProof === 'both' ? { ...rental, isHandoverInDoubt: false } : rental
    await fixLateFee(tx, ctx, returned, returnedAt)
  }
  if (from === 'Completed') await unfixLateFee(tx, rental.id)
}

/** Sets when the deposit goes back by itself: 48 hours after the rental was completed. */
async function setDepositDueAt(tx: Tx, { clock }: ActionContext, rentalId: string) {
  await sql`update rental set deposit_due_at = ${claimableUntil(clock.now())} where id = ${rentalId}
    and exists (select from money_line m where m.rental_id = ${rentalId} and m.kind = 'deposit')`.execute(tx)
}

/** Holds or frees the dates of the listing, and ends a request for other dates. */
async function updateDates(
  tx: Tx,
  ctx: ActionContext,
  rental: LockedRental,
  { action, from, to }: RentalDecision,
) {
  if (holdsDates(from) !== holdsDates(to))
    await updateListingsFromRentals(tx, [rental.listingId], rentedMore(from, to))
  if (from !== 'Pending') {
    const isHandedOver = to === 'Active'
    await endChange(
      tx,
      ctx,
      { rentalId: rental.id, onlyMove: isHandedOver },
      'expired',
      isHandedOver ? ['renter'] : [],
    )
  }
  if (action === 'withdraw' || action === 'owner-no-show') await blockRemainingDays(tx, ctx, rental)
}

async function reportLostItem(tx: Tx, ctx: ActionContext, rental: LockedRental) {
  await pauseListingOfLostItem(tx, ctx, rental.listingId)
  await notifyNextRentersOfLostItem(tx, ctx, rental)
}

/** Whether an action undoes an end without a return. */
const wasLost = ({ handedOverAt, returnedAt }: LockedRental, { from, to }: RentalDecision) =>
  from === 'Completed' && to === 'Active' && handedOverAt !== null && returnedAt === null

/** Takes back what `reportLostItem` did. */
async function takeBackLostItem(tx: Tx, ctx: ActionContext, rental: LockedRental) {
  const isResumed = await resumeListingOfFoundItem(tx, ctx, rental.listingId, rental.statusChangedAt)
  await notifyNextRentersOfLostItem(tx, ctx, rental, 'found')
  return isResumed ? ('resumed' as const) : ('kept' as const)
}

/**
 * Ends what was said about a no-show: a hand-over deletes it, and it stays as a fact of a rental that ended, with the
 * instant of its effect when it had one.
 */
async function endNoShow(tx: Tx, { clock }: ActionContext, rentalId: string, { action, to }: RentalDecision) {
  if (to === 'Active') await tx.deleteFrom('noShow').where('rentalId', '=', rentalId).execute()
  if (action === 'renter-no-show' || action === 'owner-no-show')
    await tx.updateTable('noShow').set({ agreedAt: clock.now() }).where('rentalId', '=', rentalId).execute()
}

/** Creates the refund that the action causes; returns its centavos, 0 without one. */
async function refundRental(
  tx: Tx,
  ctx: ActionContext,
  rental: LockedRental,
  { action, from, refund }: RentalDecision,
  ownerWasRemoved: boolean,
): Promise<number> {
  if (!refund) return 0
  return createRentalRefund(tx, ctx, rental, {
    from: from as 'Pending' | 'Approved',
    refund,
    reason: refundReasonOf(action),
    ownerWasRemoved,
  })
}

/** A hand-over books the cash that the owner collected; one that was undone or never was takes it out of the book. */
async function bookHandedOverCash(
  tx: Tx,
  ctx: ActionContext,
  rental: LockedRental,
  { from, to }: RentalDecision,
) {
  if (rental.paymentMethod !== 'cash_on_delivery') return
  if (from === 'Approved' && to === 'Active') await bookCash(tx, ctx, rental)
  if (from === 'Active' && to !== 'Completed') await reverseCash(tx, ctx, rental)
}

/** How an action was proved, as a fact of its entry. */
function proofOf({ handoverProof, returnProof }: Partial<Possession>): EntryFacts {
  const proof = handoverProof ?? returnProof
  return proof ? { proof } : {}
}

/** Mails the people whom the action concerns, and sends a live event to both. */
async function notifyPeople(
  tx: Tx,
  ctx: ActionContext,
  rental: LockedRental,
  { action, to, notifies }: RentalDecision,
  facts: Pick<EmailPayloads['rental-mail'], 'head' | 'back' | 'found'>,
) {
  await recordEffects(
    tx,
    ctx,
    notifies.map((side) => ({
      kind: 'rental-mail',
      payload: { rentalId: rental.id, action, to: side, ...facts },
    })),
  )
  recordRentalLiveEvents(tx, { ...rental, status: to })
}
