import { z } from 'zod'
import { line, paragraphs, whileMissing } from '../text.ts'
import { MAX_REVIEW_LENGTH, type Rating, ratings } from './rating.ts'

const reviewRequired = 'Please provide a rating and a review text'
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
  .check(whileMissing(reviewRequired))

export type ReviewForm = Pick<z.output<typeof reviewForm>, 'rating' | 'body'>
