import { sql } from 'kysely'
import type { Renter } from '#domain/access.ts'
import { decideTerms, type ListingTerms, type SeenTerms } from '#domain/order/order.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'

/**
 * The renter accepts what changed of a cart line, as they saw it: the daily price, and the deposit and cancellation
 * policy where these changed. Refusals: `not-found`; `terms-changed` when one of them changed again meanwhile. What
 * they saw is written in any case, so that the cart then shows only what has changed since.
 */
export async function acceptTerms(
  ctx: Context,
  renter: Renter,
  listingId: string,
  seen: Pick<ListingTerms, 'pricePerDayCentavos'> & Partial<ListingTerms>,
): Promise<Verdict> {
  const { rows } = await sql<ListingTerms & SeenTerms>`
    update cart_line k set seen_price_per_day_centavos = ${seen.pricePerDayCentavos},
      seen_deposit_centavos = coalesce(${seen.depositCentavos ?? null}::int, k.seen_deposit_centavos),
      seen_policy = coalesce(${seen.cancellationPolicy ?? null}::text, k.seen_policy)
    from listing l
    where l.id = k.listing_id and k.renter_id = ${renter.id} and k.listing_id = ${listingId}
    returning l.price_per_day_centavos, l.deposit_centavos, l.cancellation_policy,
      k.seen_price_per_day_centavos, k.seen_deposit_centavos, k.seen_policy`.execute(ctx.db)
  // The row has both: the listing's terms now, and those that the renter saw.
  const [terms] = rows
  return terms ? decideTerms(terms, terms, 'changed again') : notFound()
}
