import { asFavoriting } from '#domain/access.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { lockListing } from '../listing/queries.ts'
import { inTransaction } from '../record.ts'

/**
 * Adds a public listing to the actor's favourites; adding it again succeeds. Refusals: `login`, `role`, `limit`,
 * `not-found`, `own`.
 */
export async function addFavorite(ctx: Context, { listingId }: { listingId: string }): Promise<Verdict> {
  const gate = asFavoriting(ctx.actor)
  if (!gate.ok) return gate
  const { renter } = gate
  const refused = await ctx.limits.take('favorites', renter.id)
  if (refused) return refused
  return inTransaction(ctx, async (tx) => {
    const listing = await lockListing(tx, listingId)
    if (listing?.ownerId === renter.id) return refuse('own', 'You cannot favorite your own item.')
    if (!listing?.isPublic) return refuse('not-found', 'Sorry, that listing could not be found.')
    await tx
      .insertInto('favorite')
      .values({ accountId: renter.id, listingId, createdAt: ctx.clock.now() })
      .onConflict((oc) => oc.doNothing())
      .execute()
    return { ok: true }
  })
}
