import type { Totals } from '#domain/book/money-line.ts'
import type { PriceLine } from '#app/ui/price-breakdown.tsx'

/**
 * The charges of an order, or what the order of a debt pays; a deposit and waived amounts are shown only if there are
 * any.
 */
export function chargedLines(totals: Totals): PriceLine[] {
  const { subtotal, deliveryFee, serviceFee, deposit, waived, owed } = totals
  if (owed > 0) return [{ label: 'Amount owed, beyond the deposit', centavos: owed }]
  return [
    { label: 'Rental cost', centavos: subtotal },
    { label: 'Delivery fee', centavos: deliveryFee },
    { label: 'Service fee', centavos: serviceFee },
    ...(deposit > 0 ? [{ label: 'Deposit, refundable', centavos: deposit }] : []),
    ...(waived > 0 ? [{ label: 'Not charged', centavos: -waived }] : []),
  ]
}

/** The sum of the charges, before refunds. */
export function chargedOf({ total, refunded }: Totals): number {
  return total + refunded
}

/** The charges of an order, and its refunds. */
export function priceLines(totals: Totals): PriceLine[] {
  const back = totals.refunded > 0 ? [{ label: 'Refunded', centavos: -totals.refunded }] : []
  return [...chargedLines(totals), ...back]
}
