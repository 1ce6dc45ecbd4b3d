import type { ListingStatus } from '#domain/listing/listing.ts'

/**
 * The message about a decision on a listing, which has `status` now. That is not the decision when an edit of an
 * `unavailable` listing was accepted: it stays so. (Such a one can't be rejected.)
 */
export const moderatedText = (status: ListingStatus, decision: ListingStatus): string =>
  status === decision ? `Item status updated to ${status}.` : 'Edit accepted.'
