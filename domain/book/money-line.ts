import { type Centavos, sumOf } from '../money.ts'

/** What a renter is charged for. */
export const charges = ['rent', 'delivery', 'service_fee', 'deposit'] as const
export type Charge = (typeof charges)[number]
export type MoneyLineKind = Charge | 'refund' | 'waived' | 'owed'

/**
 * One amount of money and what it is for. An order's money is a list of these; every total is a sum over it. A
 * `refund` is paid money that goes back, `waived` is money that is not charged after all: both are negative and say in
 * `returns` which charge they reduce. `owed` is what the order of a debt pays; it is in no rental's lines.
 */
export type MoneyLine = {
  kind: MoneyLineKind
  centavos: Centavos
  returns?: Charge | null
}

/** An amount that goes back (positive), and the charge it was paid for. */
export type RefundLine = { returns: Charge; centavos: Centavos }

export type Totals = {
  subtotal: Centavos
  deliveryFee: Centavos
  serviceFee: Centavos
  deposit: Centavos
  refunded: Centavos
  waived: Centavos
  /** What the order of a debt pays. */
  owed: Centavos
  total: Centavos
}

/** Sums money lines; cart, checkout, receipt and earnings show these totals. `refunded` and `waived` are positive. */
export function totalsOf(lines: readonly MoneyLine[]): Totals {
  const sum = (wanted: MoneyLineKind) => sumOf(lines.filter(({ kind }) => kind === wanted))
  return {
    subtotal: sum('rent'),
    deliveryFee: sum('delivery'),
    serviceFee: sum('service_fee'),
    deposit: sum('deposit'),
    refunded: 0 - sum('refund'),
    waived: 0 - sum('waived'),
    owed: sum('owed'),
    total: sumOf(lines),
  }
}

/** What was charged for one thing, less what of it was refunded or waived. */
export function centavosOf(lines: readonly MoneyLine[], charge: Charge): Centavos {
  return sumOf(lines.filter(({ kind, returns }) => kind === charge || returns === charge))
}
