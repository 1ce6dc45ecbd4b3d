import { asRentalParty, maySeeListing } from '#domain/access.ts'
import type { User } from '#domain/actor.ts'
import { depositStatusOf } from '#domain/deposit/deposit.ts'
import { directionOf } from '#domain/handover/code.ts'
import { openWord } from '#domain/handover/word.ts'
import { formatDay, lastDay } from '#domain/period.ts'
import { offers } from '#domain/rental/lifecycle.ts'
import type { TrackedRental } from '#server/rental/tracked.ts'
import { eventsOf } from './rental-events.ts'
import { answerNote, consequenceOf, moneyNotes } from './tracked-money.ts'

/** A rental in the tracker of one of its two people, with their possible actions. */
export function shownRental(tracked: TrackedRental, actor: User, view: 'lent' | 'rented', now: Date) {
  const { renterId, ownerId, period, listingIsPublic, listingArchivedAt, lines, refunds, claim, ...others } =
    tracked
  const { lateFee: _, cancelledBy: __, category: ___, pricePerDayCentavos: ____, ...known } = others
  const { noShow, outEnd, lateCentavos, ...rental } = known
  const gate = asRentalParty(actor, { renterId, ownerId })
  return {
    ...rental,
    canOpen: maySeeListing(actor, { isPublic: listingIsPublic, ownerId, archivedAt: listingArchivedAt }),
    handover: {
      direction: directionOf({ ...rental, period }, now),
      word: openWord({ ...rental.possession, status: rental.status }, now),
    },
    start: formatDay(period.start),
    last: rental.durationDays > 1 ? formatDay(lastDay(period)) : null,
    deposit: depositStatusOf({ ...rental, claim, lines, lateCentavos }, now),
    ...eventsOf(tracked, view, now),
    // Only the renter sees how they paid, and what was refunded.
    notes: [...answerNote(rental, view), ...(view === 'rented' ? moneyNotes({ ...rental, refunds }) : [])],
    offers: gate.ok
      ? offers({ ...rental, period, outEnd, noShow }, gate.party, now).map((offer) => ({
          ...offer,
          consequence: consequenceOf({ ...rental, period, lines }, offer.action, now),
        }))
      : [],
  }
}
