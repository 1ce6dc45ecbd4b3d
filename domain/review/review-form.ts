import { z } from 'zod'
import { line, missing, paragraphs } from '../text.ts'

export const reviewRequired = 'Please provide a rating and a review text'
export const MAX_REVIEW_LENGTH = 2000

/** The ratings there are, and what each says. */
export const ratings = [
  { stars: 1, label: '1 star', meaning: 'Poor' },
  { stars: 2, label: '2 stars', meaning: 'Fair' },
  { stars: 3, label: '3 stars', meaning: 'Good' },
  { stars: 4, label: '4 stars', meaning: 'Very good' },
  { stars: 5, label: '5 stars', meaning: 'Excellent' },
] as const
export type Rating = (typeof ratings)[number]['stars']

const rating = line({ label: 'Rating', max: 20 }).transform((text, ctx): Rating => {
  const chosen = ratings.find(({ stars }) => String(stars) === text)
  if (chosen) return chosen.stars
  ctx.issues.push({ code: 'custom', input: text, message: 'Please choose 1 to 5 stars.' })
  return z.NEVER
})

/** The review form: 1 to 5 stars and a text, both required. */
export const reviewForm = z
  .strictObject({
    intent: z.literal('write-review'),
    rating,
    body: paragraphs({ label: 'Review', max: MAX_REVIEW_LENGTH }),
  })
  .refine(() => false, {
    error: reviewRequired,
    when: ({ issues }) =>
      issues.some((issue) => issue.code === 'custom' && issue.params?.missing === missing.missing),
  })

export type ReviewForm = Pick<z.output<typeof reviewForm>, 'rating' | 'body'>
