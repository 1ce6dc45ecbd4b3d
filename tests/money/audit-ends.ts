import type { Charge } from '#domain/pricing/pricing.ts'
import { chargedAndBack } from './audit-prices.ts'
import type { FactEvent, FactRental, Facts } from './facts.ts'

const DAY = 86_400_000
const MANILA = 8 * 3_600_000
const ends = ['reject', 'cancel', 'expire', 'lapse', 'reject-by-admin', 'cancel-by-admin']

/** How many days of Manila's calendar lie between an instant and the day on which a rental starts. */
function daysBefore(start: string, at: string): number {
  return Date.parse(`${start}T00:00:00Z`) / DAY - Math.floor((Date.parse(at) + MANILA) / DAY)
}

/** The percentage of the rent that comes back, as issue and policy word it. */
function rentBack(rental: FactRental, end: FactEvent): number {
  if (end.action !== 'cancel' || end.from === 'Pending') return 100
  const early = daysBefore(rental.start, end.at) >= 3
  return { flexible: 100, moderate: early ? 100 : 50, strict: early ? 50 : 0 }[rental.policy]
}

/**
 * What a rental that was paid online gave back is exactly what the way in which it ended says: its renter has all of
 * it back, what the policy leaves, or, after it, the deposit less what was granted. In cash only deposits go back.
 * Nothing paid: nothing back.
 */
export function* auditEnds({ orders, rentals, lines, events, claims, refunds }: Facts): Generator<string> {
  for (const rental of rentals) {
    const order = orders.find(({ id }) => id === rental.orderId)!
    const of = (charge: Charge) => chargedAndBack(lines, rental.id, charge)
    const back = { rent: 0, delivery: 0, service_fee: 0, deposit: 0 }
    const online = order.method === 'online' && order.status === 'confirmed'
    const end = events.findLast(({ subjectId, action }) => subjectId === rental.id && ends.includes(action))
    if (rental.status === 'Completed' && online) {
      const claim = claims.find(({ rentalId }) => rentalId === rental.id)
      back.deposit = of('deposit').charged - (claim?.granted ?? 0)
    } else if (online && end) {
      for (const charge of ['delivery', 'service_fee', 'deposit'] as const) back[charge] = of(charge).charged
      back.rent = Math.floor((of('rent').charged * rentBack(rental, end) + 50) / 100)
    }
    for (const charge of ['rent', 'delivery', 'service_fee'] as const)
      if (of(charge).back !== back[charge])
        yield `rental ${rental.id} (${rental.status}, ${rental.policy}): ${of(charge).back} instead of ${back[charge]} ${charge} back`
    if (online && of('deposit').back !== back.deposit)
      yield `rental ${rental.id} (${rental.status}): ${of('deposit').back} instead of ${back.deposit} deposit back`
    const owed = refunds.filter(({ rentalId }) => rentalId === rental.id)
    const due = owed.reduce((sum, { centavos }) => sum + centavos, 0)
    const sum = back.rent + back.delivery + back.service_fee + back.deposit
    if (due !== sum) yield `rental ${rental.id}: refunds of ${due} for ${sum} that go back`
    if (online && !['Completed', 'Rejected', 'Cancelled'].includes(rental.status))
      yield `rental ${rental.id} is ${rental.status} although everything is over`
  }
}
