import { z } from 'zod'
import { asReviewer } from '#domain/access.ts'
import { readForm } from '#domain/form.ts'
import { reviewForm } from '#domain/review/review-form.ts'
import { reviewThanks } from '#domain/review/review.ts'
import { notFound } from '#domain/verdict.ts'
import { deleteReview } from '#server/review/delete-review.ts'
import { writeReview } from '#server/review/write-review.ts'
import type { Context } from '#server/context.ts'
import { attempt } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { answerProblem, answerRefusal, typed } from '#app/request.ts'

/** Whether a post to a listing's page is about a review. */
export const isAboutReview = (formData: FormData): boolean =>
  ['write-review', 'delete-review'].includes(String(formData.get('intent')))

/** Answers a review that was sent, edited or deleted. */
export async function answerReview(ctx: Context, listingId: string, formData: FormData) {
  const back = `/listing/${listingId}#reviews`
  if (!z.uuid().safeParse(listingId).success) return answerRefusal(notFound())
  const gate = asReviewer(ctx.actor)
  if (!gate.ok) return answerRefusal(gate, { values: typed(formData) })
  const { reviewer } = gate
  if (formData.get('intent') === 'delete-review') {
    const deleted = await attempt(ctx, () => deleteReview(ctx, reviewer, { listingId }))
    return redirectWithToast(
      back,
      deleted.ok
        ? { kind: 'success', text: 'Review deleted successfully.' }
        : { kind: 'error', text: `Error deleting review: ${deleted.message}` },
    )
  }
  const form = readForm(reviewForm, formData)
  if (!form.ok) return answerProblem(form)
  const { rating, body } = form.value
  const written = await attempt(ctx, () => writeReview(ctx, reviewer, { listingId, rating, body }))
  if (!written.ok) return answerRefusal(written, { values: typed(formData) })
  return redirectWithToast(back, { kind: 'success', text: reviewThanks })
}
