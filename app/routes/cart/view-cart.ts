import type { Refusal } from '#domain/verdict.ts'
import type { Cart, CartLine } from '#server/cart/read-cart.ts'

/** A line for the page: without data of its owner, or of other renters. */
export type ShownLine = Pick<
  CartLine,
  | 'listingId'
  | 'title'
  | 'photo'
  | 'startDate'
  | 'durationDays'
  | 'deliveryOption'
  | 'cancellationPolicy'
  | 'depositCentavos'
  | 'rentCentavos'
  | 'pricePerDayCentavos'
  | 'seenPricePerDayCentavos'
  | 'seenDepositCentavos'
  | 'seenPolicy'
  | 'offers'
> & { problem: Pick<Refusal, 'reason' | 'message'> | null }

/** The data of the cart's page. */
export type ShownCart = Pick<Cart, 'totals' | 'ready'> & { lines: ShownLine[] }

/** Reduces a cart to the data its page shows. */
export function viewCart({ lines, totals, ready }: Cart): ShownCart {
  return { lines: lines.map(viewLine), totals, ready }
}

function viewLine(line: CartLine): ShownLine {
  const { listingId, title, photo, startDate, durationDays, deliveryOption, cancellationPolicy } = line
  const { depositCentavos, rentCentavos, pricePerDayCentavos, seenPricePerDayCentavos, offers } = line
  const { seenDepositCentavos, seenPolicy } = line
  return {
    listingId,
    title,
    photo,
    startDate,
    durationDays,
    deliveryOption,
    cancellationPolicy,
    depositCentavos,
    rentCentavos,
    pricePerDayCentavos,
    seenPricePerDayCentavos,
    seenDepositCentavos,
    seenPolicy,
    offers,
    problem: line.problem && { reason: line.problem.reason, message: line.problem.message },
  }
}
