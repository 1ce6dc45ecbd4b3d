import { listingColumns, type ListingText } from '#domain/listing/listing-fields.ts'
import type { FoundListing, ListingPage } from '#server/listing/queries.ts'

/** Why a listing is not public, and who sees it all the same. Only its owner and admins get it. */
export type Hidden = Pick<ListingPage, 'status' | 'pausedAt' | 'takenDownAt' | 'ownerSuspended'> & {
  isShownToPastRenters: boolean
}

/** What its page shows beside the fields of the listing's form. */
const others = [
  'id',
  'ownerId',
  'ownerName',
  'ownerPicture',
  'ownerSince',
  'ownerVerified',
  'ownerListingCount',
  'ownerRatingAverage',
  'ownerRatingCount',
  'ratingAverage',
  'ratingCount',
  'isPublic',
  'categoryName',
  'isFavorite',
  'photos',
  'takenPeriods',
] as const satisfies readonly (keyof ListingPage)[]

/** A listing as everyone gets it who may open its page. */
export type ShownListing = ListingText & Pick<ListingPage, (typeof others)[number]>

/** A listing with only what everyone gets who may open its page. */
export function shownListing(found: FoundListing): ShownListing {
  const names = [...listingColumns, ...others]
  return Object.fromEntries(names.map((name) => [name, found[name]])) as ShownListing
}
