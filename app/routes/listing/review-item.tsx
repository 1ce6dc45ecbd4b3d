import { BadgeCheck } from 'lucide-react'
import { dayInManila, formatDay } from '#domain/period.ts'
import { Link } from '#app/ui/link.tsx'
import { Badge } from '#app/ui/primitives/badge.tsx'
import { Stars, starsLabel } from '#app/ui/stars.tsx'
import type { OwnReview, ShownReview } from '#server/review/queries.ts'
import { PersonPicture } from '#app/ui/person-picture.tsx'

/** One published review: author, date, stars, and text. */
export function ReviewItem({ review, mayReport }: { review: ShownReview; mayReport: boolean }) {
  return (
    <article aria-label={`Review by ${review.authorName}`} className="border-t border-line py-6">
      <div className="flex items-center gap-3.5">
        <PersonPicture
          picture={review.authorPicture}
          size={48}
          loading="lazy"
          className="size-12 bg-sunken"
        />
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{review.authorName}</p>
          <ReviewDate review={review} />
        </div>
      </div>
      <ReviewWords review={review} />
      {mayReport ? (
        <Link
          to={`/report?review=${review.id}`}
          aria-label={`Report the review by ${review.authorName}`}
          className="link mt-1 inline-flex min-h-11 items-center text-sm"
        >
          Report
        </Link>
      ) : null}
    </article>
  )
}

type Words = Pick<OwnReview, 'rating' | 'body' | 'verified' | 'createdAt' | 'edited'>

/** The date of a review, and whether it was changed since. */
export function ReviewDate({ review: { createdAt, edited } }: { review: Words }) {
  return (
    <p className="text-sm text-muted">
      {formatDay(dayInManila(createdAt))}
      {edited ? ' · edited' : ''}
    </p>
  )
}

/** The stars, whether the author rented the listing, and the text as it was typed. */
export function ReviewWords({ review: { rating, body, verified } }: { review: Words }) {
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Stars rating={rating} label={starsLabel(rating)} />
        {verified ? (
          <Badge tone="success" icon={<BadgeCheck aria-hidden="true" />}>
            Verified rental
          </Badge>
        ) : null}
      </div>
      <p className="mt-2.5 max-w-[66ch] wrap-anywhere whitespace-pre-line">{body}</p>
    </>
  )
}
