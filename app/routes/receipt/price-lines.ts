import type { Totals } from '#domain/pricing/pricing.ts'
import type { PriceLine } from '#app/ui/price-breakdown.tsx'

/** What a receipt adds up; a deposit and refunds are shown only when there were some. */
export function priceLines({ subtotal, deliveryFee, serviceFee, deposit, refunded }: Totals): PriceLine[] {
  return [
    { label: 'Rental cost', centavos: subtotal },
    { label: 'Delivery fee', centavos: deliveryFee },
    { label: 'Service fee', centavos: serviceFee },
    ...(deposit > 0 ? [{ label: 'Deposit, refundable', centavos: deposit }] : []),
    ...(refunded > 0 ? [{ label: 'Refunded', centavos: -refunded }] : []),
  ]
}
