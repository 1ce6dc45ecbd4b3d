import type { Totals } from '#domain/pricing/pricing.ts'
import type { PriceLine } from '#app/ui/price-breakdown.tsx'

/** What a receipt adds up; a refund is taken off and shown only when there was one. */
export function priceLines({ subtotal, deliveryFee, serviceFee, refunded }: Totals): PriceLine[] {
  return [
    { label: 'Rental cost', centavos: subtotal },
    { label: 'Delivery fee', centavos: deliveryFee },
    { label: 'Service fee', centavos: serviceFee },
    ...(refunded > 0 ? [{ label: 'Refunded', centavos: -refunded }] : []),
  ]
}
