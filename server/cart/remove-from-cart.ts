import type { Renter } from '#domain/access.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'

/** Takes a line out of the renter's cart; one that is gone already is fine. */
export async function removeFromCart(ctx: Context, renter: Renter, listingId: string): Promise<Verdict> {
  await ctx.db
    .deleteFrom('cartLine')
    .where('renterId', '=', renter.id)
    .where('listingId', '=', listingId)
    .execute()
  return { ok: true }
}
