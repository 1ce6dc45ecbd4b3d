import type { Charge } from '#domain/book/money-line.ts'
import type { Facts, FactLine } from './facts.ts'

const kinds: Charge[] = ['rent', 'delivery', 'service_fee', 'deposit']

/** What a rental was charged for one thing, what of it was refunded, and what was waived, by its money lines. */
export function chargedAndBack(lines: readonly FactLine[], rentalId: string, charge: Charge) {
  let charged = 0
  let back = 0
  let waived = 0
  for (const line of lines) {
    if (line.rentalId !== rentalId) continue
    if (line.kind === charge) charged += line.centavos
    if (line.kind === 'refund' && line.returns === charge) back -= line.centavos
    if (line.kind === 'waived' && line.returns === charge) waived -= line.centavos
  }
  return { charged, back, waived }
}

/** What the done changes of a rental gave back of one thing, refunded or waived. */
export function givenBack(lines: readonly FactLine[], rentalId: string, charge: Charge): number {
  return lines.reduce(
    (sum, line) =>
      line.rentalId === rentalId && line.changeId !== null && line.returns === charge
        ? sum - line.centavos
        : sum,
    0,
  )
}

/**
 * Rents are price times days; the fee of what was ordered together is 5 % of all its rents, half up, and each part
 * differs by less than a centavo from its share. A change of days costs the rent of these days, and the fee of the new
 * rent less that of the old one.
 */
export function* auditPrices({ orders, rentals, lines, changes }: Facts): Generator<string> {
  for (const rental of rentals) {
    const left = chargedAndBack(lines, rental.id, 'rent').charged - givenBack(lines, rental.id, 'rent')
    if (left !== rental.pricePerDay * rental.days)
      yield `rental ${rental.id}: ${left} for ${rental.days} days of ${rental.pricePerDay}`
  }
  for (const { id, rentalId, state, fromDays, toDays } of changes) {
    const own = lines.filter(({ changeId }) => changeId === id)
    if (state !== 'done' && own.length > 0) yield `change ${id} is ${state} and has money lines`
    if (state !== 'done') continue
    const { pricePerDay } = rentals.find((rental) => rental.id === rentalId)!
    const fee = (days: number) => Math.round((pricePerDay * days) / 20)
    const of = (charge: Charge) =>
      own.reduce(
        (sum, { kind, returns, centavos }) => sum + (kind === charge || returns === charge ? centavos : 0),
        0,
      )
    const [rent, more] = [pricePerDay * (toDays - fromDays), fee(toDays) - fee(fromDays)]
    if (of('rent') !== rent) yield `change ${id}: ${of('rent')} instead of ${rent} rent`
    // A part of a fee that was split may be a centavo less than the fee of its own rent.
    const isFee = of('service_fee') === more || (more < 0 && of('service_fee') === more + 1)
    if (!isFee) yield `change ${id}: ${of('service_fee')} instead of ${more} service fee`
  }
  const ordered = lines.filter(({ changeId }) => changeId === null)
  for (const { id, number } of orders) {
    const own = rentals.filter(({ orderId }) => orderId === id)
    if (own.length === 0) continue
    const charged = (charge: Charge) =>
      own.map((rental) => chargedAndBack(ordered, rental.id, charge).charged)
    const rents = charged('rent')
    const subtotal = rents.reduce((a, b) => a + b, 0)
    const fees = charged('service_fee')
    const fee = fees.reduce((a, b) => a + b, 0)
    if (fee !== Math.round(subtotal / 20)) yield `order ${number}: the fee of ${subtotal} centavos is ${fee}`
    for (const [i, part] of fees.entries())
      if (Math.abs(part - (fee * rents[i]!) / subtotal) >= 1)
        yield `order ${number}: ${part} of a fee of ${fee} for ${rents[i]} of ${subtotal}`
    for (const rental of own)
      for (const kind of kinds) {
        const one = chargedAndBack(lines, rental.id, kind)
        if (one.back > one.charged)
          yield `rental ${rental.id}: ${one.back} of ${one.charged} ${kind} went back`
      }
  }
}
