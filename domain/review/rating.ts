export const MAX_REVIEW_LENGTH = 2000

/** The possible ratings, and the word for each. */
export const ratings = [
  { stars: 1, label: '1 star', meaning: 'Poor' },
  { stars: 2, label: '2 stars', meaning: 'Fair' },
  { stars: 3, label: '3 stars', meaning: 'Good' },
  { stars: 4, label: '4 stars', meaning: 'Very good' },
  { stars: 5, label: '5 stars', meaning: 'Excellent' },
] as const
export type Rating = (typeof ratings)[number]['stars']
