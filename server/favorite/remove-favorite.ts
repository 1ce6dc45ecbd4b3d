import { asFavoriting } from '#domain/access.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { lockListing } from '../listing/queries.ts'
import { inTransaction } from '../record.ts'

/**
 * Removes a listing, public or not, from the actor's favourites; removing a missing one succeeds. Refusals: `login`,
 * `role`, `limit`.
 */
export async function removeFavorite(ctx: Context, { listingId }: { listingId: string }): Promise<Verdict> {
  const gate = asFavoriting(ctx.actor)
  if (!gate.ok) return gate
  const { renter } = gate
  const refused = await ctx.limits.take('favorites', renter.id)
  if (refused) return refused
  return inTransaction(ctx, async (tx) => {
    // The listing's row stores the count; deleting a listing locks that row first, too.
    await lockListing(tx, listingId)
    await tx
      .deleteFrom('favorite')
      .where('accountId', '=', renter.id)
      .where('listingId', '=', listingId)
      .execute()
    return { ok: true }
  })
}
