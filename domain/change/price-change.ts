import { type Centavos, percentOf } from '../money.ts'
import type { Period } from '../period.ts'
import { centavosOf, type MoneyLine, type RefundLine } from '../book/money-line.ts'
import { rentOf, SERVICE_FEE_PERCENT } from '../pricing/pricing.ts'
import { daysIn } from './change.ts'

/** The difference that a change makes; negative when money goes back. */
export type ChangePrice = { rentCentavos: Centavos; feeCentavos: Centavos }

/**
 * What a change costs at the order's price per day: the rent of the days more or less, and the service fee of the new
 * rent less the fee of the old one. Delivery and deposit stay as they are.
 * ### Example At ₱333.33 a day, from 3 to 6 days: ₱999.99 + ₱50.00; from 7 to 3 days: −₱1,333.32 − ₱66.67.
 */
export function priceChange(pricePerDayCentavos: Centavos, from: Period, to: Period): ChangePrice {
  const rent = (period: Period) => rentOf({ pricePerDayCentavos, durationDays: daysIn(period) })
  const fee = (period: Period) => percentOf(rent(period), SERVICE_FEE_PERCENT)
  return { rentCentavos: rent(to) - rent(from), feeCentavos: fee(to) - fee(from) }
}

/** The rent and the service fee of so many days, in centavos. */
export function costOfDays(pricePerDayCentavos: Centavos, durationDays: number): Centavos {
  const rent = rentOf({ pricePerDayCentavos, durationDays })
  return rent + percentOf(rent, SERVICE_FEE_PERCENT)
}

/** The difference in one amount. */
export const priceOf = ({ rentCentavos, feeCentavos }: ChangePrice): Centavos => rentCentavos + feeCentavos

/** The money lines that a change adds to a rental; none when it costs no more. */
export function changeLines({ rentCentavos, feeCentavos }: ChangePrice): MoneyLine[] {
  return (
    [
      { kind: 'rent', centavos: rentCentavos },
      { kind: 'service_fee', centavos: feeCentavos },
    ] as const
  ).filter(({ centavos }) => centavos > 0)
}

/** What of a rental's money a change gives back, never more than is left of it; none when it gives nothing back. */
export function changeRefund(
  { rentCentavos, feeCentavos }: ChangePrice,
  lines: readonly MoneyLine[],
): RefundLine[] {
  return (
    [
      { returns: 'rent', centavos: Math.min(-rentCentavos, centavosOf(lines, 'rent')) },
      { returns: 'service_fee', centavos: Math.min(-feeCentavos, centavosOf(lines, 'service_fee')) },
    ] as const
  ).filter(({ centavos }) => centavos > 0)
}
