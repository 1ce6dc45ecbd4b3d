import type { ListingPage } from '#server/listing/queries.ts'

/** Why a listing is not public. Only its owner and admins get it. */
export type Hidden = Pick<ListingPage, 'status' | 'pausedAt' | 'takenDownAt' | 'ownerSuspended'>
/** A listing as everyone gets it who may open its page. */
export type ShownListing = Omit<ListingPage, 'archivedAt' | keyof Hidden>
