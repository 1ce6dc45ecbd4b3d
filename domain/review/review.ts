import { refuse, type Verdict } from '../verdict.ts'

export const reviewStatuses = ['waiting', 'published', 'rejected'] as const
/** A review of someone who never completed a rental is `waiting` until an admin publishes or rejects it. */
export type ReviewStatus = (typeof reviewStatuses)[number]

/** An admin's possible decisions about a review, and the status each leads to. */
export const reviewDecisions = { publish: 'published', reject: 'rejected' } as const
export type ReviewDecision = keyof typeof reviewDecisions

export const reviewThanks = 'Thank you for your review!'
export const loginToReview = 'Please log in to leave a review.'

const wordings: Record<ReviewStatus, string> = {
  waiting: 'Waiting for review',
  published: 'Published',
  rejected: 'Rejected',
}

/** A review's status as badges and filters show it. */
export const reviewStatusWording = (status: ReviewStatus): string => wordings[status]

/**
 * The status of a review that is written or edited now. After a completed rental it is verified and published at once,
 * unless an admin's last decision rejected it; any other review waits for an admin. Refusal: `own` (one's own
 * listing).
 * ### Example Ramon rented the tent and brought it back: `{ verified: true, status: 'published' }`. Katrina never did:
 * `{ verified: false, status: 'waiting' }`, again after each edit.
 */
export function decideReview(facts: {
  authorId: string
  ownerId: string
  hasCompletedRental: boolean
  lastDecision: ReviewDecision | null
}): Verdict<{ verified: boolean; status: ReviewStatus }> {
  if (facts.authorId === facts.ownerId) return refuse('own', 'You can’t review your own item.')
  const verified = facts.hasCompletedRental
  return {
    ok: true,
    verified,
    status: verified && facts.lastDecision !== 'reject' ? 'published' : 'waiting',
  }
}

/** Whether an admin's decision changes something. Refusal: `unchanged`. */
export function decideReviewModeration(
  status: ReviewStatus,
  decision: ReviewDecision,
): Verdict<{ to: ReviewStatus }> {
  const to = reviewDecisions[decision]
  if (status === to) return refuse('unchanged', `This review is ${to} already.`)
  return { ok: true, to }
}

/** An average as it is shown, one decimal, half up. `formatRating(4.25)` is `4.3`. */
export function formatRating(average: number): string {
  return (Math.round(average * 10 + 1e-6) / 10).toFixed(1)
}
