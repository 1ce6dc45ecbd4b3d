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

/**
 * Rents are price times days; the fee is 5 % of all rents, half up, and each part differs by less than a centavo from
 * its share.
 */
export function* auditPrices({ orders, rentals, lines }: Facts): Generator<string> {
  for (const { id, number } of orders) {
    const own = rentals.filter(({ orderId }) => orderId === id)
    const charged = (charge: Charge) => own.map((rental) => chargedAndBack(lines, rental.id, charge).charged)
    const rents = charged('rent')
    for (const [i, { pricePerDay, days }] of own.entries())
      if (rents[i] !== pricePerDay * days)
        yield `order ${number}: ${rents[i]} for ${days} days of ${pricePerDay}`
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
