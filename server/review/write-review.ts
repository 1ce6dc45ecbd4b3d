import { maySeeListing, type Reviewer } from '#domain/access.ts'
import type { ReviewForm } from '#domain/review/review-form.ts'
import { decideReview, loginToReview, type ReviewStatus } from '#domain/review/review.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { lockListing } from '../listing/queries.ts'
import { lockWriter } from '../lock-writer.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { hasCompletedRental, lastDecisionOn, reviewIdOf } from './queries.ts'

/**
 * Writes a person's review of a listing, or changes their existing one; `decideReview` says whether it is published at
 * once. The same text again changes nothing. Refusals: `login` (the writer was deleted or suspended meanwhile),
 * `not-found` (no such listing, or none they can open), `own`, `limit`.
 */
export async function writeReview(
  ctx: Context,
  reviewer: Reviewer,
  { listingId, rating, body }: ReviewForm & { listingId: string },
): Promise<Verdict<{ status: ReviewStatus; edited: boolean }>> {
  const refused = await ctx.limits.take('reviews', reviewer.id)
  if (refused) return refused
  return inTransaction(ctx, (tx) => write(tx, ctx, reviewer, { listingId, rating, body }))
}

async function write(
  tx: Tx,
  ctx: Context,
  reviewer: Reviewer,
  { listingId, rating, body }: ReviewForm & { listingId: string },
): Promise<Verdict<{ status: ReviewStatus; edited: boolean }>> {
  if (!(await lockWriter(tx, reviewer.id))) return refuse('login', loginToReview)
  const listing = await lockListing(tx, listingId)
  if (!listing) return notFound()
  const id = reviewIdOf(listingId, reviewer.id)
  const completed = await hasCompletedRental(tx, listingId, reviewer.id)
  if (!maySeeListing(reviewer, listing, { hasCompletedRental: completed })) return notFound()
  const verdict = decideReview({
    authorId: reviewer.id,
    ownerId: listing.ownerId,
    hasCompletedRental: completed,
    lastDecision: await lastDecisionOn(tx, id),
  })
  if (!verdict.ok) return verdict
  const { verified, status } = verdict
  const before = await tx.selectFrom('review').selectAll().where('id', '=', id).executeTakeFirst()
  if (before && before.rating === rating && before.body === body && before.verified === verified)
    return { ok: true, status: before.status, edited: true }
  const now = ctx.clock.now()
  if (before)
    await tx
      .updateTable('review')
      .set({ rating, body, verified, status, editedAt: now })
      .where('id', '=', id)
      .execute()
  else
    await tx
      .insertInto('review')
      .values({ id, listingId, authorId: reviewer.id, rating, body, verified, status, createdAt: now })
      .execute()
  const action = before ? 'edit' : 'write'
  await recordEvents(tx, ctx, [{ subject: 'review', subjectId: id, action, detail: { listingId, status } }])
  return { ok: true, status, edited: before !== undefined }
}
