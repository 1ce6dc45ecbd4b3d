import type { Reviewer } from '#domain/access.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { lockListing } from '../listing/queries.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { reviewIdOf } from './queries.ts'

/** An author deletes their review of a listing, in any status. Refusal: `not-found`. */
export async function deleteReview(
  ctx: Context,
  reviewer: Reviewer,
  { listingId }: { listingId: string },
): Promise<Verdict> {
  return inTransaction(ctx, async (tx) => {
    await lockListing(tx, listingId)
    const id = reviewIdOf(listingId, reviewer.id)
    const deleted = await tx.deleteFrom('review').where('id', '=', id).executeTakeFirst()
    if (deleted.numDeletedRows === 0n) return notFound()
    await recordEvents(tx, ctx, [
      { subject: 'review', subjectId: id, action: 'delete', detail: { listingId } },
    ])
    return { ok: true as const }
  })
}
