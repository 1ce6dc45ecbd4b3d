import type { ListingStatus } from '#domain/listing/listing.ts'

/** The message about a decision on a listing. The status stays when the decision was about an edit of a rented one. */
export const moderatedText = (status: ListingStatus, decision: ListingStatus): string =>
  status === decision ? `Item status updated to ${status}.` : 'Edit accepted.'
