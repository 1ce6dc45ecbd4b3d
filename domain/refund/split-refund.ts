import { centavosOf, type MoneyLine, type RefundLine } from '../book/money-line.ts'

/** A payment, with the money lines of one rental that it paid and what of them went back already. */
export type PaidPart = { lines: readonly MoneyLine[] }

/**
 * Divides what goes back to a renter among the payments of the rental, the latest first. Of each charge no payment
 * gives back more than is left of what it paid. Throws when the payments together paid less.
 * ### Example Rent of ₱999.99 was paid first and ₱999.99 for more days later. Of ₱1,399.99 the later payment gives
 * back ₱999.99, and the first one ₱400.00.
 */
export function splitRefund<P extends PaidPart>(
  lines: readonly RefundLine[],
  latestFirst: readonly P[],
): { part: P; lines: RefundLine[] }[] {
  const left = new Map(lines.map(({ returns, centavos }) => [returns, centavos]))
  const parts = latestFirst.map((part) => ({
    part,
    lines: lines.flatMap(({ returns }) => {
      const centavos = Math.min(left.get(returns)!, Math.max(0, centavosOf(part.lines, returns)))
      left.set(returns, left.get(returns)! - centavos)
      return centavos > 0 ? [{ returns, centavos }] : []
    }),
  }))
  for (const [charge, centavos] of left)
    if (centavos > 0) throw new Error(`${centavos} centavos of ${charge} go back, and nobody paid them`)
  return parts.filter((part) => part.lines.length > 0)
}
