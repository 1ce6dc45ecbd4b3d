import type { Renter } from '#domain/access.ts'
import { decideRental, decideTerms, offerStarts, startWindow } from '#domain/order/order.ts'
import { dayInManila, type FreeStarts } from '#domain/period.ts'
import { priceOrder, rentOf, type PricedLine } from '#domain/pricing/pricing.ts'
import { totalsOf, type Totals } from '#domain/book/money-line.ts'
import { refuse, type Refusal } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { type CartRow, listCartRows } from './queries.ts'

export type CartLine = CartRow & {
  rentCentavos: number
  /** Why this line prevents the checkout, or null. */
  problem: Refusal | null
  /** The nearest free start days, when the problem is the start day. */
  offers: FreeStarts | null
}

export type Cart = { lines: CartLine[]; moneyLines: PricedLine[]; totals: Totals; ready: boolean }

/** The dates are held by the renter's own order, which waits for payment. */
const inUnpaidOrder = () => refuse('unpaid-order', 'Already ordered: it waits for your payment.')

/** Computes prices and problems of cart rows at an instant. Pure. */
export function assessCart(rows: readonly CartRow[], renterId: string, now: Date): Cart {
  const lines = rows.map((row): CartLine => {
    const rental = decideRental(row, row, renterId, now)
    const terms = decideTerms(row, row)
    const isInUnpaidOrder =
      !rental.ok && row.unpaidOrder && (rental.reason === 'dates-taken' || rental.reason === 'rented')
    const problem = isInUnpaidOrder
      ? inUnpaidOrder()
      : ([rental, terms].find((verdict) => !verdict.ok) ?? null)
    const misdated = problem?.reason === 'dates-taken' || problem?.reason === 'start-date'
    const offers = misdated ? offerStarts(row.takenPeriods, row, startWindow(now)) : null
    return { ...row, rentCentavos: rentOf(row), problem, offers }
  })
  const moneyLines = priceOrder(rows.map((row) => ({ ...row, lineId: row.listingId })))
  return {
    lines,
    moneyLines,
    totals: totalsOf(moneyLines),
    ready: lines.length > 0 && lines.every((line) => line.problem === null),
  }
}

/** The renter's cart, priced from the current listings. */
export async function readCart(ctx: Context, renter: Renter): Promise<Cart> {
  const now = ctx.clock.now()
  return assessCart(await listCartRows(ctx.db, renter.id, dayInManila(now), now), renter.id, now)
}
