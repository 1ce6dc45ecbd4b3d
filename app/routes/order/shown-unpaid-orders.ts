import { secondsLeft } from '#domain/payment/payment-status.ts'
import { formatDay, lastDay } from '#domain/period.ts'
import type { TrackedRental } from '#server/rental/tracked.ts'

type UnpaidRental = Pick<TrackedRental, 'id' | 'title' | 'photo' | 'partnerName'> & {
  /** The first day, as people read it. */
  start: string
  /** The last day, as people read it; null when the rental has one day. */
  last: string | null
}

export type ShownUnpaidOrder = {
  number: string
  holdsUntil: Date
  secondsLeft: number
  totalCentavos: number
  rentals: UnpaidRental[]
}

/** Groups the rentals that wait for a payment by their order, the one whose time ends first at the top. */
export function shownUnpaidOrders(rentals: readonly TrackedRental[], now: Date): ShownUnpaidOrder[] {
  const waiting = rentals.filter(
    ({ orderStatus, holdsUntil }) => orderStatus === 'awaiting_payment' && holdsUntil,
  )
  return [...Map.groupBy(waiting, ({ orderNumber }) => orderNumber)]
    .map(([number, together]) => ({
      number,
      holdsUntil: together[0]!.holdsUntil!,
      secondsLeft: secondsLeft(together[0]!.holdsUntil!, now),
      totalCentavos: together.reduce((sum, { totals }) => sum + totals.total, 0),
      rentals: together.map(shownUnpaid),
    }))
    .sort((a, b) => a.holdsUntil.getTime() - b.holdsUntil.getTime())
}

function shownUnpaid({ id, title, photo, partnerName, period, durationDays }: TrackedRental): UnpaidRental {
  const last = durationDays > 1 ? formatDay(lastDay(period)) : null
  return { id, title, photo, partnerName, start: formatDay(period.start), last }
}
