import { secondsLeft } from '#domain/payment/payment-status.ts'
import type { TrackedRental } from '#server/rental/tracked.ts'

type Rental = Pick<
  TrackedRental,
  'id' | 'orderNumber' | 'awaitsPayment' | 'holdsUntil' | 'title' | 'photo' | 'partnerName' | 'totals'
> & { start: string; last: string | null }

export type UnpaidOrder = {
  number: string
  holdsUntil: Date
  secondsLeft: number
  totalCentavos: number
  rentals: Rental[]
}

/** Groups the rentals that wait for a payment by their order, the one whose time ends first at the top. */
export function unpaidOrders(rentals: readonly Rental[], now: Date): UnpaidOrder[] {
  const waiting = rentals.filter(({ awaitsPayment, holdsUntil }) => awaitsPayment && holdsUntil)
  return [...Map.groupBy(waiting, ({ orderNumber }) => orderNumber)]
    .map(([number, together]) => ({
      number,
      holdsUntil: together[0]!.holdsUntil!,
      secondsLeft: secondsLeft(together[0]!.holdsUntil!, now),
      totalCentavos: together.reduce((sum, { totals }) => sum + totals.total, 0),
      rentals: together,
    }))
    .sort((a, b) => a.holdsUntil.getTime() - b.holdsUntil.getTime())
}
