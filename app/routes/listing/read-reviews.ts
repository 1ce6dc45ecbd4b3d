import { asReviewer } from '#domain/access.ts'
import { loginHref } from '#domain/account/return-path.ts'
import { decideReview, loginToReview } from '#domain/review/review.ts'
import type { Context } from '#server/context.ts'
import { redirectWithToast } from '#app/flash.ts'
import {
  findOwnReview,
  hasCompletedRental,
  lastDecisionOn,
  listReviews,
  type OwnReview,
  type ReviewPage,
  reviewIdOf,
} from '#server/review/queries.ts'

export type ListingReviews = ReviewPage & {
  own: OwnReview | null
  /** Whether the page offers the viewer to write one; it also does for guests, who then log in. */
  mayReview: boolean
  /** Whether their review would be verified by a rental. */
  verified: boolean
  /** Whether others would see it at once; an admin who rejected one before reads the next, too. */
  atOnce: boolean
  /** Whether this is not the first page. */
  isLater: boolean
}

/** The reviews of a listing for its page. A guest who opens the form is redirected to the log-in. */
export async function readReviews(
  ctx: Context,
  listing: { id: string; ownerId: string },
  query: URLSearchParams,
): Promise<ListingReviews> {
  const gate = asReviewer(ctx.actor)
  if (!gate.ok && gate.reason === 'login' && query.get('review') === '1')
    throw await redirectWithToast(loginHref(`/listing/${listing.id}?review=1`), {
      kind: 'error',
      text: loginToReview,
    })
  const reviewer = gate.ok && gate.reviewer.id !== listing.ownerId ? gate.reviewer : null
  const after = query.get('reviewsAfter')
  const options = { listingId: listing.id, exceptAuthorId: reviewer?.id ?? null, after }
  const page = await listReviews(ctx.db, options)
  return {
    ...page,
    own: reviewer && (await findOwnReview(ctx.db, listing.id, reviewer.id)),
    mayReview: reviewer !== null || (!gate.ok && gate.reason === 'login'),
    ...(reviewer ? await foresee(ctx, listing, reviewer.id) : { verified: false, atOnce: false }),
    isLater: after !== null,
  }
}

/** What a review that somebody writes now would be. */
async function foresee({ db }: Context, listing: { id: string; ownerId: string }, authorId: string) {
  const completed = await hasCompletedRental(db, listing.id, authorId)
  const verdict = decideReview({
    authorId,
    ownerId: listing.ownerId,
    hasCompletedRental: completed,
    lastDecision: completed ? await lastDecisionOn(db, reviewIdOf(listing.id, authorId)) : null,
  })
  return { verified: completed, atOnce: verdict.ok && verdict.status === 'published' }
}
