import type { SupportAdmin } from '#domain/access.ts'
import { decidePutBack } from '#domain/take-down/take-down.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { lockListing } from '../listing/queries.ts'

/**
 * An admin puts back a listing that was taken down: its own status applies again, so it is public if that is approved
 * and its owner did not pause it. Its owner is notified. Refusals: `not-found`, `deleted`, `unchanged`.
 */
export async function putBackListing(
  ctx: Context,
  _admin: SupportAdmin,
  { listingId }: { listingId: string },
): Promise<Verdict> {
  return inTransaction(ctx, async (tx) => {
    const listing = await lockListing(tx, listingId)
    if (!listing) return notFound()
    const verdict = decidePutBack(listing)
    if (!verdict.ok) return verdict
    await tx
      .updateTable('listing')
      .set({ takenDownAt: null, takenDownBy: null, takeDownReason: null })
      .where('id', '=', listingId)
      .execute()
    await recordEvents(tx, ctx, [
      { subject: 'listing', subjectId: listingId, action: 'put-back', detail: { title: listing.title } },
    ])
    const payload = { listingId, accountId: listing.ownerId, reason: null }
    await recordEffects(tx, ctx, [{ kind: 'take-down-mail', payload }])
    return verdict
  })
}
