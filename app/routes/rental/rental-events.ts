import { insteadHref } from '#domain/catalogue/instead.ts'
import { NEVER_BACK_DAYS } from '#domain/dispute/dispute.ts'
import { addDays, dayInManila, lastDay } from '#domain/period.ts'
import { countsAsNotReturned, isLate } from '#domain/rental/late.ts'
import { decideNoShow } from '#domain/rental/no-show.ts'
import { waitsForReturn } from '#domain/rental/not-back.ts'
import type { Side } from '#domain/side.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import type { RentalBadge } from '#app/ui/status-badge.tsx'
import type { TrackedRental } from '#server/rental/tracked.ts'
import { lateWords } from './late-words.ts'
import { noShowWords } from './no-show-words.ts'

type Events = { badges: RentalBadge[]; events: string[]; links: { label: string; to: string }[] }

const withdrawals = ['withdraw', 'owner-no-show']
const noShows = ['renter-no-show', 'owner-no-show']

/** What happened to a rental beside its status, for one of its two people: badges, sentences and links. */
export function whatHappened(rental: TrackedRental, view: 'lent' | 'rented', now: Date): Events {
  const side = view === 'lent' ? 'owner' : 'renter'
  const page = rentalPath(rental.id)
  const [badges, events, links]: [RentalBadge[], string[], Events['links']] = [[], [], []]
  const late = { ...rental, ...rental.possession, fee: rental.lateFee, waived: rental.lateFee.waived }
  const out = rental.status === 'Active' && isLate(rental, now)
  if (out) badges.push(countsAsNotReturned(late, now) ? 'not-returned' : 'late')
  if (rental.lateFee.fixed) badges.push(rental.lateFee.fixed.isLost ? 'not-returned' : 'late')
  if (out || rental.lateFee.fixed) {
    events.push(...lateWords(late, side, rental.partnerName, now))
    links.push({ label: 'Late fee', to: `${page}/late` })
  }
  const instead = insteadHref(rental, dayInManila(now))
  const others = { label: 'See other items', to: instead }
  if (rental.orderStatus !== 'awaiting_payment' && waitsForReturn(rental, now)) {
    badges.push(rental.isOtherHandoverContested && !rental.isItemLost ? 'not-free' : 'not-back')
    events.push(notBackText(rental, side))
    if (side === 'renter') links.push(others)
  }
  const said = rental.noShow.owner ?? rental.noShow.renter
  if (rental.status === 'Approved' && (said || decideNoShow(rental, side, now).ok)) {
    if (said) badges.push('no-show')
    const isDisputed = rental.dispute?.isOpen ?? false
    events.push(...noShowWords(rental.noShow, side, rental.partnerName, isDisputed))
    links.push({
      label: said ? 'See what was said' : side === 'owner' ? 'Renter did not come' : 'Owner did not come',
      to: `${page}/no-show`,
    })
  }
  const ended = rental.cancelledBy ?? ''
  if (ended === 'lapse' && side === 'owner' && isRecent(rental, now)) {
    events.push(
      'It was never marked as handed over, so it has ended. If the renter got it, please write to us.',
    )
    links.push({ label: 'Contact us', to: '/contact' })
  }
  if (noShows.includes(ended)) badges.push('no-show')
  else if (ended === 'withdraw') badges.push('withdrawn')
  if (withdrawals.includes(ended) && side === 'renter' && rental.period.end > dayInManila(now))
    links.push(others)
  return { badges, events, links }
}

/** Whether a problem with it could still be reported if it had been handed over and never came back. */
const isRecent = ({ period }: TrackedRental, now: Date) =>
  dayInManila(now) <= addDays(lastDay(period), NEVER_BACK_DAYS)

/** Why a rental waits for its item, in the words for one side. A disagreement about the rental before names nobody. */
function notBackText(
  { isItemLost, isOtherHandoverContested }: Pick<TrackedRental, 'isItemLost' | 'isOtherHandoverContested'>,
  side: Side,
): string {
  if (side === 'owner') {
    if (isItemLost) return 'The renter before never brought it back. Resume its listing once you have it.'
    return isOtherHandoverContested
      ? 'It is not free yet because of a disagreement about the rental before.'
      : 'It is still out with another renter, who is late.'
  }
  const why = isItemLost
    ? 'The renter before you never brought it back.'
    : isOtherHandoverContested
      ? 'It is not free yet because of a disagreement about the rental before yours.'
      : 'It is not back from the renter before you.'
  return `${why} You can wait, take something else, or end the rental.`
}
