import { asFavoriting } from '#domain/access.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { lockListing } from '../listing/queries.ts'
import { changing } from '../record.ts'

/**
 * Takes a listing, public or not, from one's favourites; one that is gone already is fine. Refusals: `login`, `role`,
 * `limit`.
 */
export async function removeFavorite(ctx: Context, { listingId }: { listingId: string }): Promise<Verdict> {
  const gate = asFavoriting(ctx.actor)
  if (!gate.ok) return gate
  const { renter } = gate
  const full = await ctx.limits.take('favorites', renter.id)
  if (full) return full
  return changing(ctx, async (tx) => {
    // Its count is kept on the listing: whoever deletes the listing locks it first, too.
    await lockListing(tx, listingId)
    await tx
      .deleteFrom('favorite')
      .where('accountId', '=', renter.id)
      .where('listingId', '=', listingId)
      .execute()
    return { ok: true }
  })
}
