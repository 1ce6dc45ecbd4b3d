import { asReviewer } from '#domain/access.ts'
import { loginHref } from '#domain/account/return-path.ts'
import { loginToReview } from '#domain/review/review.ts'
import type { Context } from '#server/context.ts'
import { redirectWithToast } from '#app/flash.ts'
import {
  findOwnReview,
  hasCompletedRental,
  listReviews,
  type OwnReview,
  type ReviewPage,
} from '#server/review/queries.ts'

export type ListingReviews = ReviewPage & {
  own: OwnReview | null
  /** Whether the page offers the viewer to write one; it also does for guests, who then log in. */
  mayReview: boolean
  /** Whether their review would be verified by a rental. */
  verified: boolean
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
    verified: reviewer !== null && (await hasCompletedRental(ctx.db, listing.id, reviewer.id)),
    isLater: after !== null,
  }
}
