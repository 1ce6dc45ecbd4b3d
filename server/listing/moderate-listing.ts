import type { Admin } from '#domain/access.ts'
import { decideModeration } from '#domain/listing/listing.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { changing, recordEffects, recordEvents } from '../record.ts'
import { lockListing } from './queries.ts'

/**
 * An admin accepts (`approved`) or rejects a listing; its owner is told. Refusals: `not-found`, `rented`, `unchanged`.
 * A listing edited since its review may be accepted again.
 */
export async function moderateListing(
  ctx: Context,
  admin: Admin,
  { listingId, decision }: { listingId: string; decision: 'approved' | 'rejected' },
): Promise<Verdict> {
  return changing(ctx, async (tx) => {
    const listing = await lockListing(tx, listingId)
    if (!listing) return notFound()
    const edited =
      listing.editedAt !== null && listing.moderatedAt !== null && listing.editedAt > listing.moderatedAt
    const verdict = decideModeration(listing, decision)
    if (!verdict.ok && !(verdict.reason === 'unchanged' && edited)) return verdict
    await tx
      .updateTable('listing')
      .set({ status: decision, moderatedAt: ctx.clock.now(), moderatedBy: admin.id })
      .where('id', '=', listingId)
      .execute()
    await recordEvents(tx, ctx, [
      {
        subject: 'listing',
        subjectId: listingId,
        action: decision === 'approved' ? 'accept' : 'reject',
        detail: { from: listing.status, to: decision, title: listing.title },
      },
    ])
    await recordEffects(tx, ctx, [{ kind: 'listing-mail', payload: { listingId, decision } }])
    return { ok: true as const }
  })
}
