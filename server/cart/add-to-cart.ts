import { sql } from 'kysely'
import { asRenter } from '#domain/access.ts'
import { decideRental } from '#domain/order/order.ts'
import { dayInManila } from '#domain/period.ts'
import type { DeliveryOption, DurationDays } from '#domain/pricing/pricing.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { findRentable } from '../listing/queries.ts'

const MAX_CART_LINES = 20

/**
 * Adds a listing to the cart for chosen days. It stores what the renter saw, so that a later change is noticed: the
 * daily price (`seenPriceCentavos`, or else the present one), and the present deposit and cancellation policy. They
 * are only compared; what is charged is the listing's.
 * `replaces`: if the cart has the listing already, its days are replaced, and its delivery option is kept. Refusals:
 * `login`, `role`, `not-found`, `in-cart`, `cart-full`, and those of `decideRental`.
 */
export async function addToCart(
  ctx: Context,
  request: {
    listingId: string
    startDate: string
    durationDays: DurationDays
    deliveryOption: DeliveryOption
  },
  { replaces = false, seenPriceCentavos }: { replaces?: boolean; seenPriceCentavos?: number } = {},
): Promise<Verdict> {
  const gate = asRenter(ctx.actor)
  if (!gate.ok) return gate
  const { renter } = gate
  const now = ctx.clock.now()
  const { listingId } = request
  const wanted = { listingId, renterId: renter.id, today: dayInManila(now), now }
  const listing = await findRentable(ctx.db, wanted)
  if (!listing) return notFound()
  const verdict = decideRental(listing, request, renter.id, now)
  if (!verdict.ok) return verdict
  const onConflict = replaces
    ? sql`(renter_id, listing_id) do update set start_date = excluded.start_date,
        duration_days = excluded.duration_days,
        seen_price_per_day_centavos = excluded.seen_price_per_day_centavos,
        seen_deposit_centavos = excluded.seen_deposit_centavos, seen_policy = excluded.seen_policy`
    : sql`do nothing`
  const { rows } = await sql<{ lines: number; hasIt: boolean; isNew: boolean }>`
    with cart as (select count(*)::int as lines, coalesce(bool_or(listing_id = ${listingId}::uuid), false) as has_it
      from cart_line where renter_id = ${renter.id}),
    added as (insert into cart_line (renter_id, listing_id, start_date, duration_days, delivery_option,
        seen_price_per_day_centavos, seen_deposit_centavos, seen_policy, added_at)
      select ${renter.id}::uuid, ${listingId}::uuid, ${request.startDate}::date, ${request.durationDays}::int,
        ${request.deliveryOption}, ${seenPriceCentavos ?? listing.pricePerDayCentavos}::int, l.deposit_centavos,
        l.cancellation_policy, ${now}::timestamptz
      from cart join listing l on l.id = ${listingId} where lines < ${MAX_CART_LINES} or (${replaces} and has_it)
      on conflict ${onConflict} returning listing_id)
    select lines, has_it, exists (select from added) as is_new from cart`.execute(ctx.db)
  const { lines, hasIt, isNew } = rows[0]!
  if (isNew) return { ok: true }
  if (lines >= MAX_CART_LINES && !hasIt)
    return refuse('cart-full', `A cart holds at most ${MAX_CART_LINES} items.`)
  return refuse('in-cart', 'This item is already in your cart.')
}
