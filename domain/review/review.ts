export const reviewStatuses = ['waiting', 'published', 'rejected'] as const
/** A review of someone who never completed a rental is `waiting` until an admin publishes or rejects it. */
export type ReviewStatus = (typeof reviewStatuses)[number]
