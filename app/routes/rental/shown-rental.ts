import { asRentalParty, maySeeListing } from '#domain/access.ts'
import type { User } from '#domain/actor.ts'
import { decideAskable } from '#domain/change/decide-change.ts'
import { depositStatusOf } from '#domain/deposit/deposit.ts'
import { kindsToOpen } from '#domain/dispute/open.ts'
import { directionOf } from '#domain/handover/code.ts'
import { openWord } from '#domain/handover/word.ts'
import { formatDay, lastDay, type Period } from '#domain/period.ts'
import { buttonsFor } from '#domain/rental/action-buttons.ts'
import { holdsDates } from '#domain/rental/lifecycle.ts'
import type { Side } from '#domain/side.ts'
import type { TrackedRental } from '#server/rental/tracked.ts'
import { eventsOf } from './rental-events.ts'
import { answerNote, consequenceOf, moneyNotes, policyRefundOf } from './tracked-money.ts'

/** A rental in the tracker of one of its two people, with their possible actions. */
export function shownRental(tracked: TrackedRental, actor: User, view: 'lent' | 'rented', now: Date) {
  const {
    renterId,
    ownerId,
    period,
    lines,
    refunds,
    paidFacts,
    claim,
    listingIsPublic,
    listingStatus,
    listingTakenDownAt,
    listingOwnerSuspended,
    listingArchivedAt,
    hasCompletedRental,
    noShow,
    outEnd,
    awaitedEnd,
    isItemLost,
    lateCentavos,
    earliestStart,
    pricePerDayCentavos,
    depositDueAt,
    lateFee,
    isHandoverContested,
    // The page does not need these.
    cancelledBy: _,
    category: __,
    itemBackAt: ___,
    movedAt: ____,
    renterHasIt: _____,
    isAwaitedContested: ______,
    ...rental
  } = tracked
  const gate = asRentalParty(actor, { renterId, ownerId })
  const late = { lateFee, isHandoverContested }
  const money = { ...rental, ...late, period, earliestStart, pricePerDayCentavos, lines, claim, paidFacts }
  return {
    ...rental,
    chatTo: chatTo({ ...rental, renterId, ownerId }, view),
    canOpen: maySeeListing(
      actor,
      {
        ownerId,
        isPublic: listingIsPublic,
        status: listingStatus,
        takenDownAt: listingTakenDownAt,
        ownerSuspended: listingOwnerSuspended,
        archivedAt: listingArchivedAt,
      },
      { hasCompletedRental: hasCompletedRental && actor.id === renterId },
    ),
    handover: {
      direction: directionOf({ ...rental, period }, now),
      word: openWord({ ...rental.possession, status: rental.status }, now),
    },
    start: formatDay(period.start),
    last: rental.durationDays > 1 ? formatDay(lastDay(period)) : null,
    deposit: depositStatusOf(
      {
        ...rental,
        claim,
        award: awardOf(rental),
        lines,
        lateCentavos,
        depositDueAt,
        isDecided: isDecided(rental),
      },
      now,
    ),
    ...eventsOf(tracked, view, now),
    mayChangeDays: view === 'rented' && mayChange(tracked, now),
    canReport: gate.ok && mayReport({ ...rental, period, depositDueAt }, gate.party.side, now),
    // Only the renter sees how they paid, and what was refunded.
    notes: [...answerNote(rental, view), ...(view === 'rented' ? moneyNotes({ ...rental, refunds }) : [])],
    buttons: gate.ok
      ? buttonsFor({ ...rental, period, outEnd, awaitedEnd, isItemLost, noShow }, gate.party, now).map(
          (button) => ({
            ...button,
            consequence: consequenceOf(money, button.action, now),
            policyRefund: policyRefundOf(money, button.action, now),
          }),
        )
      : [],
  }
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
  const isOver = !holdsDates(status)
  if (view === 'rented') return isOver ? null : `/chat?${new URLSearchParams({ listingId })}`
  if (isOver && status !== 'Completed') return null
  return `/chat?${new URLSearchParams({ listingId, ownerId, renterId })}`
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
  return !change && decideAskable({ ...rental, isContested }, now).ok
}

/** Whether a side can report a problem with a rental now. */
function mayReport(
  rental: Pick<TrackedRental, 'status' | 'statusChangedAt' | 'depositDueAt' | 'orderStatus' | 'dispute'> & {
    period: Period
  },
  side: Side,
  now: Date,
): boolean {
  const { status, statusChangedAt, depositDueAt, orderStatus, dispute, period } = rental
  if (orderStatus !== 'confirmed' || dispute?.isOpen) return false
  const completedAt = status === 'Completed' ? statusChangedAt : null
  return kindsToOpen({ status, period, completedAt, depositDueAt }, side, now).length > 0
}
