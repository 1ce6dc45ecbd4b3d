import { z } from 'zod'
import { asReviewer } from '#domain/access.ts'
import { reviewForm } from '#domain/review/review-form.ts'
import { reviewThanks } from '#domain/review/review.ts'
import { notFound } from '#domain/verdict.ts'
import { deleteReview } from '#server/review/delete-review.ts'
import { writeReview } from '#server/review/write-review.ts'
import type { Context } from '#server/context.ts'
import { answerForm, redirectWithVerdict } from '#app/answer-form.ts'
import { attempt } from '#app/attempt.ts'
import { answerRefusal, typedValues } from '#app/request.ts'

/** Whether a post to a listing's page is about a review. */
export const isAboutReview = (formData: FormData): boolean =>
  ['write-review', 'delete-review'].includes(String(formData.get('intent')))

/** Answers a review that was sent, edited or deleted. */
export async function answerReview(ctx: Context, listingId: string, formData: FormData) {
  const back = `/listing/${listingId}#reviews`
  if (!z.uuid().safeParse(listingId).success) return answerRefusal(notFound())
  const gate = asReviewer(ctx.actor)
  if (!gate.ok) return answerRefusal(gate, { values: typedValues(formData) })
  const { reviewer } = gate
  if (formData.get('intent') === 'delete-review') {
    const deleted = await attempt(ctx, () => deleteReview(ctx, reviewer, { listingId }))
    return redirectWithVerdict(back, deleted, 'Review deleted successfully.', 'Error deleting review')
  }
  return answerForm(ctx, formData, {
    schema: reviewForm,
    act: ({ rating, body }) => writeReview(ctx, reviewer, { listingId, rating, body }),
    to: back,
    done: reviewThanks,
  })
}
