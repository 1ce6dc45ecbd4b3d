import type { MoneyLine } from '../book/money-line.ts'
import { type Centavos, percentOf, split } from '../money.ts'

export const durations = [1, 3, 7] as const
/** How many days a rental lasts. */
export type DurationDays = (typeof durations)[number]

/** The longest duration that fits into so many days: a rental whose days changed may have any number. */
export const fittingDuration = (days: number): DurationDays =>
  durations.findLast((duration) => duration <= days) ?? durations[0]

export const deliveryOptions = ['pickup', 'delivery'] as const
export type DeliveryOption = (typeof deliveryOptions)[number]

/** ₱15.00 for each rental delivered; picking up is free. */
export const DELIVERY_FEE_CENTAVOS: Centavos = 1500
/** The service fee: 5 % of the subtotal, i.e. of the rent of all rentals in the order. */
export const SERVICE_FEE_PERCENT = 5

/** A money line of a cart; there is no rental yet, so `lineId` says to which line of the cart it belongs. */
export type PricedLine = MoneyLine & { lineId: string }

export type Priceable = {
  lineId: string
  pricePerDayCentavos: Centavos
  durationDays: DurationDays
  deliveryOption: DeliveryOption
  /** The deposit held against damage, returned after the rental; 0 for none. */
  depositCentavos: Centavos
}

/** What the chosen days cost: price per day times the days. */
export function rentOf(rental: { pricePerDayCentavos: Centavos; durationDays: number }): Centavos {
  return rental.pricePerDayCentavos * rental.durationDays
}

/** The fee for delivering the item. */
export function deliveryFeeOf(option: DeliveryOption): Centavos {
  return option === 'delivery' ? DELIVERY_FEE_CENTAVOS : 0
}

/**
 * The money lines of an order: rent and delivery for each rental, its part of the service fee, and its deposit if
 * there is one. The fee is a share of the rent only. It is rounded once, on the whole order, and split so that the
 * parts sum to it exactly.
 * ### Example A tent at ₱333.33 a day for 3 days, delivered: rent ₱999.99, delivery ₱15.00, service fee ₱50.00 (5 % is
 * ₱49.9995), total ₱1,064.99.
 */
export function priceOrder(rentals: readonly Priceable[]): PricedLine[] {
  const rents = rentals.map(rentOf)
  const subtotal = rents.reduce((a, b) => a + b, 0)
  const fees = split(percentOf(subtotal, SERVICE_FEE_PERCENT), rents)
  return rentals.flatMap((rental, i) => [
    { lineId: rental.lineId, kind: 'rent' as const, centavos: rents[i]! },
    { lineId: rental.lineId, kind: 'delivery' as const, centavos: deliveryFeeOf(rental.deliveryOption) },
    { lineId: rental.lineId, kind: 'service_fee' as const, centavos: fees[i]! },
    ...(rental.depositCentavos > 0
      ? [{ lineId: rental.lineId, kind: 'deposit' as const, centavos: rental.depositCentavos }]
      : []),
  ])
}

/** `1 day`, `3 days`. */
export function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}

/** `Pick-up` or `Delivery`. */
export function deliveryText(option: DeliveryOption): string {
  return option === 'delivery' ? 'Delivery' : 'Pick-up'
}
