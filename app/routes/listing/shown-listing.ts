import type { ListingPage } from '#server/listing/queries.ts'

type WhyHidden = Pick<ListingPage, 'status' | 'pausedAt' | 'takenDownAt' | 'ownerSuspended'>
/** Why a listing is not public, and who sees it all the same. Only its owner and admins get it. */
export type Hidden = WhyHidden & { isShownToPastRenters: boolean }
/** A listing as everyone gets it who may open its page. */
export type ShownListing = Omit<ListingPage, 'archivedAt' | keyof WhyHidden>
