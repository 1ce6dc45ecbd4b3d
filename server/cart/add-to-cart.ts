import { asRenter } from '#domain/access.ts'
import { decideRental } from '#domain/order/order.ts'
import { dayInManila } from '#domain/period.ts'
import type { DeliveryOption, DurationDays } from '#domain/pricing/pricing.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { findRentable } from '../listing/queries.ts'

export const MAX_CART_LINES = 20

/**
 * Puts a listing into the cart for chosen days. The daily price that was shown is kept, so that a later change is noticed.
 * Refusals: `login`, `role`, `not-found`, `own`, `rented`, `start-date`, `dates-taken`, `blocked`, `in-cart`, `cart-full`.
 */
export async function addToCart(
  ctx: Context,
  wish: { listingId: string; startDate: string; durationDays: DurationDays; deliveryOption: DeliveryOption },
): Promise<Verdict> {
  const gate = asRenter(ctx.actor)
  if (!gate.ok) return gate
  const { renter } = gate
  const now = ctx.clock.now()
  const { listingId } = wish
  const listing = await findRentable(ctx.db, { listingId, renterId: renter.id, today: dayInManila(now) })
  if (!listing) return notFound()
  const verdict = decideRental(listing, wish, renter.id, now)
  if (!verdict.ok) return verdict
  const lines = await ctx.db
    .selectFrom('cartLine')
    .select('listingId')
    .where('renterId', '=', renter.id)
    .execute()
  if (lines.length >= MAX_CART_LINES)
    return refuse('cart-full', `A cart holds at most ${MAX_CART_LINES} items.`)
  const added = await ctx.db
    .insertInto('cartLine')
    .values({
      renterId: renter.id,
      listingId,
      startDate: wish.startDate,
      durationDays: wish.durationDays,
      deliveryOption: wish.deliveryOption,
      seenPricePerDayCentavos: listing.pricePerDayCentavos,
      addedAt: now,
    })
    .onConflict((oc) => oc.doNothing())
    .returning('listingId')
    .executeTakeFirst()
  return added ? { ok: true } : refuse('in-cart', 'This item is already in your cart.')
}
