import type { Cart, CartLine } from '#server/cart/read-cart.ts'

/** A line as the page shows it: nothing of its owner, nor of who else has the dates. */
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
  | 'offers'
> & { problem: { reason: string; message: string } | null }

/** What the page of a cart gets. */
export type ShownCart = Pick<Cart, 'totals' | 'ready'> & { lines: ShownLine[] }

/** Leaves of a cart what its page shows. */
export function viewCart({ lines, totals, ready }: Cart): ShownCart {
  return { lines: lines.map(viewLine), totals, ready }
}

function viewLine(line: CartLine): ShownLine {
  const { listingId, title, photo, startDate, durationDays, deliveryOption, cancellationPolicy } = line
  const { depositCentavos, rentCentavos, pricePerDayCentavos, seenPricePerDayCentavos, offers } = line
  return {
    ...{ listingId, title, photo, startDate, durationDays, deliveryOption, cancellationPolicy },
    ...{ depositCentavos, rentCentavos, pricePerDayCentavos, seenPricePerDayCentavos, offers },
    problem: line.problem && { reason: line.problem.reason, message: line.problem.message },
  }
}
