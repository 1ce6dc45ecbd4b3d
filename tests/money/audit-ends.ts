import type { Charge } from '#domain/book/money-line.ts'
import { chargedAndBack } from './audit-prices.ts'
import type { FactEvent, FactRental, Facts } from './facts.ts'

const DAY = 86_400_000
const MANILA = 8 * 3_600_000
const ends = ['reject', 'cancel', 'expire', 'lapse', 'reject-by-admin', 'cancel-by-admin']

/** The number of Manila calendar days between an instant and the first day of a rental. */
function daysBefore(start: string, at: string): number {
  return Date.parse(`${start}T00:00:00Z`) / DAY - Math.floor((Date.parse(at) + MANILA) / DAY)
}

/** The percentage of the rent that is refunded, by the text of issue and policy. */
function rentBack(rental: FactRental, end: FactEvent): number {
  if (end.action !== 'cancel' || end.from === 'Pending') return 100
  const early = daysBefore(rental.start, end.at) >= 3
  return { flexible: 100, moderate: early ? 100 : 50, strict: early ? 50 : 0 }[rental.policy]
}

/**
 * The refunds of a rental that was paid online are exactly those of the way it ended: everything, what the policy
 * leaves, or, afterwards, the deposit less what was granted. For cash only deposits go back. Without a payment there
 * is no refund.
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
        yield (
          `rental ${rental.id} (${rental.status}, ${rental.policy}): ${of(charge).back} instead of ` +
          `${back[charge]} ${charge} back`
        )
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
