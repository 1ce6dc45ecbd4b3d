import { asRentalParty, maySeeListing } from '#domain/access.ts'
import type { User } from '#domain/actor.ts'
import { decideWhetherAskable } from '#domain/change/decide-change.ts'
import { depositStatusOf } from '#domain/deposit/deposit.ts'
import { kindsToOpen } from '#domain/dispute/open.ts'
import { directionOf } from '#domain/handover/code.ts'
import { openWord } from '#domain/handover/word.ts'
import { formatDay, lastDay } from '#domain/period.ts'
import { buttonsFor } from '#domain/rental/action-buttons.ts'
import { holdsDates } from '#domain/rental/lifecycle.ts'
import type { Side } from '#domain/side.ts'
import type { Tracked } from '#app/tracked.ts'
import type { TrackedRental } from '#server/rental/tracked.ts'
import { whatHappened } from './rental-events.ts'
import { answerNote, consequenceOf, moneyNotes, policyRefundOf } from './tracked-money.ts'

/**
 * A rental in the tracker of one of its two people, with their possible actions. A field of `tracked` goes to the
 * browser only if it is named here.
 */
export function shownRental(
  tracked: TrackedRental,
  actor: User,
  view: 'lent' | 'rented',
  now: Date,
): Tracked {
  const { period, durationDays, possession, dispute } = tracked
  const { handoverProof, handoverObjectedAt, returnProof, returnObjectedAt } = possession
  const gate = asRentalParty(actor, tracked)
  return {
    id: tracked.id,
    orderNumber: tracked.orderNumber,
    listingId: tracked.listingId,
    title: tracked.title,
    partnerName: tracked.partnerName,
    photo: tracked.photo,
    durationDays,
    deliveryOption: tracked.deliveryOption,
    status: tracked.status,
    totals: tracked.totals,
    change: tracked.change,
    possession: { handoverProof, handoverObjectedAt, returnProof, returnObjectedAt },
    dispute: dispute && { isOpen: dispute.isOpen },
    chatTo: chatTo(tracked, view),
    canOpen: canOpen(tracked, actor),
    handover: {
      direction: directionOf(tracked, now),
      word: openWord({ ...possession, status: tracked.status }, now),
    },
    start: formatDay(period.start),
    last: durationDays > 1 ? formatDay(lastDay(period)) : null,
    deposit: depositStatusOf({ ...tracked, award: awardOf(tracked), isDecided: isDecided(tracked) }, now),
    ...whatHappened(tracked, view, now),
    mayChangeDays: view === 'rented' && mayChange(tracked, now),
    canReport: gate.ok && mayReport(tracked, gate.party.side, now),
    // Only the renter sees how they paid, and what was refunded.
    notes: [...answerNote(tracked, view), ...(view === 'rented' ? moneyNotes(tracked) : [])],
    buttons: gate.ok
      ? buttonsFor(tracked, gate.party, now).map((button) => ({
          ...button,
          consequence: consequenceOf(tracked, button.action, now),
          policyRefund: policyRefundOf(tracked, button.action, now),
        }))
      : [],
  }
}

/** Whether a person of a rental can open its listing's page. */
function canOpen(rental: TrackedRental, actor: User): boolean {
  const listing = {
    ownerId: rental.ownerId,
    isPublic: rental.listingIsPublic,
    status: rental.listingStatus,
    takenDownAt: rental.listingTakenDownAt,
    ownerSuspended: rental.listingOwnerSuspended,
    archivedAt: rental.listingArchivedAt,
  }
  const hasCompletedRental = rental.hasCompletedRental && actor.id === rental.renterId
  return maySeeListing(actor, listing, { hasCompletedRental })
}

/** The address of the conversation about a rental; null where nothing is left to talk about. */
function chatTo(
  {
    listingId,
    ownerId,
    renterId,
    status,
  }: Pick<TrackedRental, 'listingId' | 'ownerId' | 'renterId' | 'status'>,
  view: 'lent' | 'rented',
): string | null {
  if (!holdsDates(status) && status !== 'Completed') return null
  return `/chat?${new URLSearchParams(view === 'rented' ? { listingId } : { listingId, ownerId, renterId })}`
}

/** Whether a dispute about it is decided, and not over. */
const isDecided = ({ dispute }: Pick<TrackedRental, 'dispute'>) =>
  dispute !== null && dispute.isOpen && dispute.isDecided

/** What was granted of a claim, while it can still be appealed. */
function awardOf({ dispute }: Pick<TrackedRental, 'dispute'>) {
  if (!dispute?.isOpen || dispute.granted === null || !dispute.dueAt) return null
  return { centavos: dispute.granted, at: dispute.dueAt }
}

/** Whether its renter could ask for other days now. */
function mayChange(
  rental: Pick<TrackedRental, 'status' | 'orderStatus' | 'period' | 'noShow' | 'dispute' | 'change'>,
  now: Date,
): boolean {
  const { change, noShow, dispute } = rental
  const isContested = noShow.owner !== null || noShow.renter !== null || dispute?.isOpen === true
  return !change && decideWhetherAskable({ ...rental, isContested }, now).ok
}

/** Whether a side can report a problem with a rental now. */
function mayReport(
  rental: Pick<
    TrackedRental,
    'status' | 'statusChangedAt' | 'depositDueAt' | 'orderStatus' | 'dispute' | 'period'
  >,
  side: Side,
  now: Date,
): boolean {
  if (rental.orderStatus !== 'confirmed' || rental.dispute?.isOpen) return false
  return kindsToOpen(rental, side, now).length > 0
}
