import { sql } from 'kysely'
import type { Renter } from '#domain/access.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'

/**
 * The renter accepts the new daily price of a cart line, as they saw it. Refusals: `not-found`; `price-changed` when
 * it changed again meanwhile.
 */
export async function acceptPrice(
  ctx: Context,
  renter: Renter,
  { listingId, pricePerDayCentavos }: { listingId: string; pricePerDayCentavos: number },
): Promise<Verdict> {
  const { rows } = await sql<{ current: boolean }>`
    update cart_line k set seen_price_per_day_centavos =
      case when l.price_per_day_centavos = ${pricePerDayCentavos} then l.price_per_day_centavos
      else k.seen_price_per_day_centavos end
    from listing l
    where l.id = k.listing_id and k.renter_id = ${renter.id} and k.listing_id = ${listingId}
    returning l.price_per_day_centavos = ${pricePerDayCentavos} as current`.execute(ctx.db)
  if (!rows[0]) return notFound()
  return rows[0].current ? { ok: true } : refuse('price-changed', 'The price of this item has changed again.')
}
