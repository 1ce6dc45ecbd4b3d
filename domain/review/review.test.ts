import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideReview, decideReviewModeration, formatRating, reviewStatuses } from './review.ts'

const facts = { authorId: 'ramon', ownerId: 'olivia', hasCompletedRental: true, lastDecision: null } as const

describe('a review', () => {
  it('of a renter who brought it back is published at once, as of a verified rental', () => {
    expect(decideReview(facts)).toEqual({ ok: true, verified: true, status: 'published' })
  })

  it('of anyone else waits for an admin', () => {
    expect(decideReview({ ...facts, hasCompletedRental: false })).toEqual({
      ok: true,
      verified: false,
      status: 'waiting',
    })
  })

  it.each(['publish', 'reject', null] as const)(
    'of anyone else waits again after an edit, also when an admin’s last decision was %s',
    (lastDecision) => {
      expect(decideReview({ ...facts, hasCompletedRental: false, lastDecision })).toMatchObject({
        status: 'waiting',
      })
    },
  )

  it('that an admin rejected waits, also of a verified rental, until an admin publishes it', () => {
    expect(decideReview({ ...facts, lastDecision: 'reject' })).toMatchObject({
      verified: true,
      status: 'waiting',
    })
    expect(decideReview({ ...facts, lastDecision: 'publish' })).toMatchObject({ status: 'published' })
  })

  it('of one’s own listing is refused', () => {
    expect(decideReview({ ...facts, authorId: 'olivia' })).toEqual({
      ok: false,
      reason: 'own',
      message: 'You can’t review your own item.',
    })
  })

  it('accepts either decision of an admin, and refuses the same one again', () => {
    for (const status of reviewStatuses) {
      expect(decideReviewModeration(status, 'publish').ok).toBe(status !== 'published')
      expect(decideReviewModeration(status, 'reject').ok).toBe(status !== 'rejected')
    }
  })
})

describe('an average', () => {
  it.each([
    [4.25, '4.3'],
    [4.349, '4.3'],
    [14 / 3, '4.7'],
    [5, '5.0'],
    [1, '1.0'],
  ])('%d is shown as %s', (average, shown) => {
    expect(formatRating(average)).toBe(shown)
  })

  it('differs from the exact average by at most half a tenth', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 40 }), (ratings) => {
        const average = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length
        expect(Math.abs(Number(formatRating(average)) - average)).toBeLessThanOrEqual(0.0501)
      }),
    )
  })
})
