import { asReviewer } from '#domain/access.ts'
import { loginHref } from '#domain/account/return-path.ts'
import { decideReview, loginToReview } from '#domain/review/review.ts'
import type { Context } from '#server/context.ts'
import { redirectWithToast } from '#app/flash.ts'
import { listReviews, type OwnReview, type Reviewing, type ReviewPage } from '#server/review/queries.ts'

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
  const options = { listingId: listing.id, reviewerId: reviewer?.id ?? null, after }
  const { reviewing, ...page } = await listReviews(ctx.db, options)
  return {
    ...page,
    own: reviewing?.own ?? null,
    mayReview: reviewer !== null || (!gate.ok && gate.reason === 'login'),
    ...(reviewer && reviewing
      ? foresee(reviewing, { authorId: reviewer.id, ownerId: listing.ownerId })
      : { verified: false, atOnce: false }),
    isLater: after !== null,
  }
}

/** What a review that somebody writes now would be. */
function foresee(reviewing: Reviewing, people: { authorId: string; ownerId: string }) {
  const verdict = decideReview({ ...people, ...reviewing })
  return {
    verified: reviewing.hasCompletedRental,
    atOnce: verdict.ok && verdict.status === 'published',
  }
}
