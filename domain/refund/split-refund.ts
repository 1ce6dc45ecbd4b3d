import type { Centavos } from '../money.ts'
import { type Charge, centavosOf, type MoneyLine, type RefundLine } from '../book/money-line.ts'
import { rentCharges } from './refund.ts'

/** A payment, with the money lines of one rental that it paid and what of them went back already. */
export type PaidPart = {
  lines: readonly MoneyLine[]
  /** What goodwill payments for the rental took of it. */
  goodwillCentavos?: Centavos
  /** What of its deposit does not go back: granted to the owner, or taken for a late return. */
  keptCentavos?: Centavos
}

/**
 * Divides what goes back to a renter among the payments of the rental, the latest first. Of each charge no payment
 * gives back more than is left of what it paid. Throws when the payments together have less left: see
 * `coveredLines`.
 * ### Example Rent of ₱999.99 was paid first and ₱999.99 for more days later. Of ₱1,399.99 the later payment gives
 * back ₱999.99, and the first one ₱400.00.
 */
export function splitRefund<P extends PaidPart>(
  lines: readonly RefundLine[],
  latestFirst: readonly P[],
): { part: P; lines: RefundLine[] }[] {
  const { parts, left } = divide(lines, latestFirst)
  for (const [charge, centavos] of left)
    if (centavos > 0) throw new Error(`${centavos} centavos of ${charge} go back, and nobody paid them`)
  return parts.filter((part) => part.lines.length > 0)
}

/**
 * What of `lines` the payments can give back: a goodwill payment takes the place of what was paid besides the deposit,
 * so that the deposit can still go back.
 * ### Example Rent of ₱900.00 and a deposit were paid, and ₱100.00 were goodwill: of the rent ₱800.00 can go back.
 */
export function coveredLines(lines: readonly RefundLine[], latestFirst: readonly PaidPart[]): RefundLine[] {
  const { left } = divide(lines, latestFirst)
  return lines
    .map(({ returns, centavos }) => ({ returns, centavos: centavos - left.get(returns)! }))
    .filter(({ centavos }) => centavos > 0)
}

/**
 * An amount of what was paid besides the deposit, as lines that the payments can give back: of the latest payment
 * first, and of each payment the rent first. Less when they can't give back so much.
 */
export function amountLines(centavos: Centavos, latestFirst: readonly PaidPart[]): RefundLine[] {
  const taken = new Map<Charge, Centavos>()
  let left = centavos
  for (const part of latestFirst) {
    let most = besideDeposit(part)
    for (const returns of rentCharges) {
      const own = Math.min(left, most, Math.max(0, centavosOf(part.lines, returns)))
      taken.set(returns, (taken.get(returns) ?? 0) + own)
      left -= own
      most -= own
    }
  }
  return rentCharges
    .map((returns) => ({ returns, centavos: taken.get(returns) ?? 0 }))
    .filter((line) => line.centavos > 0)
}

/** What a payment can give back beside the deposit that may still go back. */
function besideDeposit({ lines, goodwillCentavos = 0, keptCentavos = 0 }: PaidPart): Centavos {
  const paid = rentCharges.reduce((sum, charge) => sum + Math.max(0, centavosOf(lines, charge)), 0)
  return Math.max(0, paid + keptCentavos - goodwillCentavos)
}

function divide<P extends PaidPart>(lines: readonly RefundLine[], latestFirst: readonly P[]) {
  const left = new Map<Charge, Centavos>(lines.map(({ returns, centavos }) => [returns, centavos]))
  const parts = latestFirst.map((part) => {
    let rest = besideDeposit(part)
    return {
      part,
      lines: lines.flatMap(({ returns }) => {
        const most = returns === 'deposit' ? Infinity : rest
        const centavos = Math.min(left.get(returns)!, Math.max(0, centavosOf(part.lines, returns)), most)
        left.set(returns, left.get(returns)! - centavos)
        if (returns !== 'deposit') rest -= centavos
        return centavos > 0 ? [{ returns, centavos }] : []
      }),
    }
  })
  return { parts, left }
}
