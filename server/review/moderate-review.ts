import type { SupportAdmin } from '#domain/access.ts'
import { editedMeanwhile } from '#domain/listing/listing.ts'
import { decideReviewModeration, type ReviewDecision } from '#domain/review/review.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { lockListing } from '../listing/queries.ts'
import { inTransaction, recordEvents } from '../record.ts'

/**
 * An admin publishes or rejects a review; they may decide again, either way. `seen` is when the text that
 * the admin saw was written. Refusals: `not-found`, `stale` (edited again meanwhile), `unchanged`.
 */
export async function moderateReview(
  ctx: Context,
  admin: SupportAdmin,
  decided: { reviewId: string; decision: ReviewDecision; seen?: Date },
): Promise<Verdict> {
  return inTransaction(ctx, (tx) => moderate(tx, ctx, admin, decided))
}

type Ctx = Pick<Context, 'clock' | 'actor'>

/** An admin rejects a review, as a part of a larger change. `seen` and refusals: those of `moderateReview`. */
export function rejectReview(
  tx: Tx,
  ctx: Ctx,
  admin: SupportAdmin,
  review: { reviewId: string; seen?: Date },
): Promise<Verdict> {
  return moderate(tx, ctx, admin, { ...review, decision: 'reject' })
}

async function moderate(
  tx: Tx,
  ctx: Ctx,
  admin: SupportAdmin,
  { reviewId, decision, seen }: { reviewId: string; decision: ReviewDecision; seen?: Date },
): Promise<Verdict> {
  const found = await tx
    .selectFrom('review')
    .select('listingId')
    .where('id', '=', reviewId)
    .executeTakeFirst()
  if (!found) return notFound()
  // The listing is locked first, as its author does it: both change its rating.
  await lockListing(tx, found.listingId)
  const review = await tx.selectFrom('review').selectAll().where('id', '=', reviewId).executeTakeFirst()
  if (!review) return notFound()
  const writtenAt = review.editedAt ?? review.createdAt
  if (seen && seen.getTime() !== writtenAt.getTime()) return editedMeanwhile()
  const verdict = decideReviewModeration(review.status, decision)
  if (!verdict.ok) return verdict
  await tx
    .updateTable('review')
    .set({ status: verdict.to, moderatedAt: ctx.clock.now(), moderatedBy: admin.id })
    .where('id', '=', reviewId)
    .execute()
  await recordEvents(tx, ctx, [
    {
      subject: 'review',
      subjectId: reviewId,
      action: decision,
      detail: { listingId: review.listingId, from: review.status, to: verdict.to },
    },
  ])
  return { ok: true as const }
}
