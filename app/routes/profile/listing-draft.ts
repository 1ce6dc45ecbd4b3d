import { DEFAULT_LOCATION } from '#domain/listing/listing.ts'
import { pesoFieldValue } from '#domain/money.ts'
import type { ListingPage } from '#server/listing/queries.ts'
import type { ListingDraft } from './listing-editor.tsx'

export const newDraft: ListingDraft = {
  listingId: null,
  values: { location: DEFAULT_LOCATION, cancellationPolicy: 'flexible' },
  photos: [],
}

/** A listing as its form's fields hold it. */
export function draftOf(listing: ListingPage): ListingDraft {
  return {
    listingId: listing.id,
    values: {
      title: listing.title,
      categoryId: listing.categoryId === null ? '' : String(listing.categoryId),
      pricePerDay: pesoFieldValue(listing.pricePerDayCentavos),
      description: listing.description,
      tags: listing.tags.join(', '),
      location: listing.location,
      ownerTerms: listing.ownerTerms,
      cancellationPolicy: listing.cancellationPolicy,
      deposit: listing.depositCentavos > 0 ? pesoFieldValue(listing.depositCentavos) : '',
      bookableWhileRented: listing.bookableWhileRented ? 'on' : '',
    },
    photos: listing.photos,
  }
}
