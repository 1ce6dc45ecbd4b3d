import type { Totals } from '#domain/pricing/pricing.ts'
import type { PriceLine } from '#app/ui/price-breakdown.tsx'

/** What an order was charged; a deposit, and what was not charged after all, are shown only when there was one. */
export function chargedLines({ subtotal, deliveryFee, serviceFee, deposit, waived }: Totals): PriceLine[] {
  return [
    { label: 'Rental cost', centavos: subtotal },
    { label: 'Delivery fee', centavos: deliveryFee },
    { label: 'Service fee', centavos: serviceFee },
    ...(deposit > 0 ? [{ label: 'Deposit, refundable', centavos: deposit }] : []),
    ...(waived > 0 ? [{ label: 'Not charged', centavos: -waived }] : []),
  ]
}

/** The sum of what was charged, before anything went back. */
export function chargedOf({ total, refunded }: Totals): number {
  return total + refunded
}

/** What an order was charged, and what of it went back. */
export function priceLines(totals: Totals): PriceLine[] {
  const back = totals.refunded > 0 ? [{ label: 'Refunded', centavos: -totals.refunded }] : []
  return [...chargedLines(totals), ...back]
}
