import { type Centavos, percentOf, split } from '../money.ts'

export const durations = [1, 3, 7] as const
/** How many days a rental lasts. */
export type DurationDays = (typeof durations)[number]

export const deliveryOptions = ['pickup', 'delivery'] as const
export type DeliveryOption = (typeof deliveryOptions)[number]

/** ₱15.00 for each rental delivered; picking up is free. */
export const DELIVERY_FEE_CENTAVOS: Centavos = 1500
/** The service fee: 5 % of the subtotal, i.e. of the rent of all rentals in the order. */
export const SERVICE_FEE_PERCENT = 5

/** What a renter is charged for. */
export const charges = ['rent', 'delivery', 'service_fee', 'deposit'] as const
export type Charge = (typeof charges)[number]
export type MoneyLineKind = Charge | 'refund' | 'waived'

/**
 * One amount of money and what it is for. An order's money is a list of these; every total is a sum over it. What was
 * paid and goes back is a `refund`, what is not charged after all is `waived`: both are negative and say what they
 * return.
 */
export type MoneyLine = {
  rentalId: string
  kind: MoneyLineKind
  centavos: Centavos
  returns?: Charge | null
}

export type Priceable = {
  id: string
  pricePerDayCentavos: Centavos
  durationDays: DurationDays
  deliveryOption: DeliveryOption
  /** What is held against damage and comes back after the return; 0 for none. */
  depositCentavos: Centavos
}

/** What the chosen days cost: price per day times the days. */
export function rentOf(rental: Pick<Priceable, 'pricePerDayCentavos' | 'durationDays'>): Centavos {
  return rental.pricePerDayCentavos * rental.durationDays
}

/** What bringing the thing costs. */
export function deliveryFeeOf(option: DeliveryOption): Centavos {
  return option === 'delivery' ? DELIVERY_FEE_CENTAVOS : 0
}

/**
 * The money lines of an order: rent and delivery for each rental, its part of the service fee, and its deposit if
 * there is one. The fee is of the rent alone, rounded once, on the whole order, and split so that the parts sum to it
 * exactly.
 *
 * ### Example
 * A tent at ₱333.33 a day for 3 days, delivered: rent ₱999.99, delivery ₱15.00, service fee ₱50.00 (5 % is ₱49.9995),
 * total ₱1,064.99.
 */
export function priceOrder(rentals: readonly Priceable[]): MoneyLine[] {
  const rents = rentals.map(rentOf)
  const subtotal = rents.reduce((a, b) => a + b, 0)
  const fees = split(percentOf(subtotal, SERVICE_FEE_PERCENT), rents)
  return rentals.flatMap((rental, i) => [
    { rentalId: rental.id, kind: 'rent' as const, centavos: rents[i]! },
    { rentalId: rental.id, kind: 'delivery' as const, centavos: deliveryFeeOf(rental.deliveryOption) },
    { rentalId: rental.id, kind: 'service_fee' as const, centavos: fees[i]! },
    ...(rental.depositCentavos > 0
      ? [{ rentalId: rental.id, kind: 'deposit' as const, centavos: rental.depositCentavos }]
      : []),
  ])
}

export type Totals = {
  subtotal: Centavos
  deliveryFee: Centavos
  serviceFee: Centavos
  deposit: Centavos
  refunded: Centavos
  waived: Centavos
  total: Centavos
}

/**
 * Sums money lines: cart, checkout, receipt and earnings all show these figures. `refunded` and `waived` are
 * positive.
 */
export function totalsOf(lines: readonly Pick<MoneyLine, 'kind' | 'centavos'>[]): Totals {
  const sum = (kind: MoneyLineKind) =>
    lines.reduce((n, line) => (line.kind === kind ? n + line.centavos : n), 0)
  return {
    subtotal: sum('rent'),
    deliveryFee: sum('delivery'),
    serviceFee: sum('service_fee'),
    deposit: sum('deposit'),
    refunded: 0 - sum('refund'),
    waived: 0 - sum('waived'),
    total: lines.reduce((n, line) => n + line.centavos, 0),
  }
}

/** `1 day`, `3 days`. */
export function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}

/** `Pick-up` or `Delivery`. */
export function deliveryText(option: DeliveryOption): string {
  return option === 'delivery' ? 'Delivery' : 'Pick-up'
}
