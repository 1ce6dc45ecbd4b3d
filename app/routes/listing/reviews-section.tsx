import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { FormProblem } from '#domain/form.ts'
import { LoadMoreLink } from '#app/ui/load-more.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { FormError } from '#app/ui/primitives/field.tsx'
import { Question } from '#app/ui/question.tsx'
import { useMore } from '#app/ui/use-more.ts'
import type { ListingReviews } from './read-reviews.ts'
import { OwnReview } from './own-review.tsx'
import { ReviewForm } from './review-form.tsx'
import { ReviewItem } from './review-item.tsx'
import { ReviewSummary } from './review-summary.tsx'

type ReviewsSectionProps = {
  listing: { id: string; title: string; ratingAverage: number; ratingCount: number }
  reviews: ListingReviews
  /** Whether the viewer may report reviews of others: anybody logged in except admins. */
  mayReport: boolean
  /** The errors of a review that was sent. */
  problem: FormProblem | undefined
}

const pageOf = ({ reviews }: { reviews: Pick<ListingReviews, 'reviews' | 'next'> }) => ({
  items: reviews.reviews,
  next: reviews.next,
})

/** The reviews, the average, and the viewer's own review. */
export function ReviewsSection({ listing, reviews: page, mayReport, problem }: ReviewsSectionProps) {
  const [query] = useSearchParams()
  const { own, mayReview, verified, atOnce } = page
  const first = useMemo(() => pageOf({ reviews: page }), [page])
  const asksForm = query.get('review') === '1' || problem !== undefined
  const here = `/listing/${listing.id}`
  const hrefOf = (after: string) => `${here}?${new URLSearchParams({ reviewsAfter: after })}`
  const { items, more, loading, load } = useMore(first, pageOf, hrefOf)
  return (
    <section id="reviews" aria-labelledby="reviews-heading" className="scroll-mt-28">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="reviews-heading" className="text-xl">
          Reviews
        </h2>
        {mayReview && !own ? (
          <ButtonLink to="?review=1#reviews" variant="secondary" size="sm" preventScrollReset>
            Leave a Review
          </ButtonLink>
        ) : null}
      </div>
      {mayReview && asksForm ? (
        <ReviewForm {...{ listing, own, verified, atOnce, problem }} />
      ) : problem?.formError ? (
        <div className="mt-4">
          <FormError>{problem.formError}</FormError>
        </div>
      ) : null}
      {own && query.get('deleteReview') === '1' ? (
        <Question
          title="Delete your review?"
          message="Are you sure you want to delete your review? This action cannot be undone."
          confirmLabel="Delete"
          cancelTo={here}
          hidden={{ intent: 'delete-review' }}
        />
      ) : null}
      {listing.ratingCount > 0 ? (
        <ReviewSummary average={listing.ratingAverage} count={listing.ratingCount} spread={page.spread} />
      ) : null}
      {own ? <OwnReview review={own} /> : null}
      {items.length > 0 ? (
        <ul role="list" aria-label="Reviews" className="mt-6">
          {items.map((review) => (
            <li key={review.id}>
              <ReviewItem review={review} mayReport={mayReport} />
            </li>
          ))}
        </ul>
      ) : own || page.isLater ? null : (
        <EmptyState art="letter" title="There are no reviews yet." headingLevel={3} />
      )}
      <div className="flex flex-wrap gap-3">
        {more ? (
          <LoadMoreLink to={`${more}#reviews`} loading={loading} load={load}>
            Load more reviews
          </LoadMoreLink>
        ) : null}
        {page.isLater ? (
          <ButtonLink to={`${here}#reviews`} variant="quiet" preventScrollReset>
            Newest reviews
          </ButtonLink>
        ) : null}
      </div>
    </section>
  )
}
