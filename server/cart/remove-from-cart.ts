import type { Renter } from '#domain/access.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'

/** Removes a line from the renter's cart; removing a missing line succeeds. */
export async function removeFromCart(ctx: Context, renter: Renter, listingId: string): Promise<Verdict> {
  await ctx.db
    .deleteFrom('cartLine')
    .where('renterId', '=', renter.id)
    .where('listingId', '=', listingId)
    .execute()
  return { ok: true }
}
