import { Alert } from '#app/ui/primitives/alert.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import type { OwnReview as Review } from '#server/review/queries.ts'
import { ReviewDate, ReviewWords } from './review-item.tsx'

const waitingTexts = {
  waiting: {
    tone: 'info',
    title: 'Waiting for an admin',
    text: 'Others will see your review as soon as an admin has published it.',
  },
  rejected: {
    tone: 'warning',
    title: 'Not published',
    text: 'An admin has decided not to show this review. You can edit it, and it will be looked at again.',
  },
} as const

/** The viewer's review, whether others see it, and its actions. */
export function OwnReview({ review }: { review: Review }) {
  const waits = review.status === 'published' ? null : waitingTexts[review.status]
  return (
    <Card as="section" aria-labelledby="own-review" className="mt-5">
      <h3 id="own-review" className="text-lg">
        Your review
      </h3>
      <ReviewDate review={review} />
      {waits ? (
        <div className="mt-3">
          <Alert tone={waits.tone} title={waits.title}>
            {waits.text}
          </Alert>
        </div>
      ) : null}
      <ReviewWords review={review} />
      <div className="mt-4 flex flex-wrap gap-2">
        <ButtonLink to="?review=1#reviews" variant="secondary" size="sm" preventScrollReset>
          Edit your review
        </ButtonLink>
        <ButtonLink to="?deleteReview=1#reviews" variant="quiet" size="sm" preventScrollReset>
          <span className="text-danger">Delete your review</span>
        </ButtonLink>
      </div>
    </Card>
  )
}
