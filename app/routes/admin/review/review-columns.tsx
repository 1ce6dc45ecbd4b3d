import { BadgeCheck } from 'lucide-react'
import { dayInManila, formatDay } from '#domain/period.ts'
import { decideReviewModeration, reviewStatusWording, type ReviewStatus } from '#domain/review/review.ts'
import { Badge, type Tone } from '#app/ui/primitives/badge.tsx'
import { Stars, starsLabel } from '#app/ui/stars.tsx'
import type { AdminReview, ReviewSort } from '#server/review/review-table.ts'
import { Link } from '#app/ui/link.tsx'
import { LongText } from '../long-text.tsx'
import { RowButton } from '../row-button.tsx'
import type { Column } from '../table/parts.ts'

const tones: Record<ReviewStatus, Tone> = { waiting: 'warning', published: 'success', rejected: 'danger' }

/** The columns of the list of all reviews. */
export const reviewColumns: Column<AdminReview, ReviewSort>[] = [
  { head: 'Review', sort: 'listing', cell: (review) => <ReviewSummary review={review} /> },
  {
    head: 'Rating',
    sort: 'rating',
    cell: (review) => <Stars rating={review.rating} label={starsLabel(review.rating)} />,
  },
  {
    head: 'Status',
    cell: ({ status, verified }) => (
      <span className="flex flex-col items-start gap-1.5 max-lg:items-end">
        <Badge tone={tones[status]}>{reviewStatusWording(status)}</Badge>
        {verified ? <Badge icon={<BadgeCheck aria-hidden="true" />}>Verified rental</Badge> : null}
      </span>
    ),
  },
  {
    head: 'Written',
    sort: 'created',
    cell: ({ createdAt, editedAt }) => (
      <span className="whitespace-nowrap">
        {formatDay(dayInManila(createdAt))}
        {editedAt ? <span className="block text-muted">edited</span> : null}
      </span>
    ),
  },
  {
    head: 'Actions',
    wideOnPhone: true,
    cell: (review) => (
      <div className="flex flex-wrap gap-2">
        {(['publish', 'reject'] as const).map((decision) =>
          decideReviewModeration(review.status, decision).ok ? (
            <RowButton
              key={decision}
              hidden={{
                intent: decision,
                reviewId: review.id,
                seen: (review.editedAt ?? review.createdAt).toISOString(),
              }}
              label={decision === 'publish' ? 'Publish' : 'Reject'}
              of={`the review of ${review.listingTitle} by ${review.authorName}`}
              variant={decision === 'publish' ? 'primary' : 'secondary'}
            />
          ) : null,
        )}
      </div>
    ),
  },
]

function ReviewSummary({ review }: { review: AdminReview }) {
  return (
    <div className="min-w-0 lg:min-w-48 xl:min-w-72">
      {review.canOpen ? (
        <Link
          to={`/listing/${review.listingId}#reviews`}
          className="inline-block py-0.5 font-semibold max-lg:wrap-anywhere hover:text-accent hover:underline"
        >
          {review.listingTitle}
        </Link>
      ) : (
        <p className="font-semibold">{review.listingTitle}</p>
      )}
      <p className="break-words text-muted">
        {review.authorName}
        {review.authorEmail ? `, ${review.authorEmail}` : ''}
      </p>
      <div className="mt-1.5">
        <LongText>{review.body}</LongText>
      </div>
    </div>
  )
}
