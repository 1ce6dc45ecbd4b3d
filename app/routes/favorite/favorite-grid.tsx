import { FavoriteButton } from '#app/ui/favorite-button.tsx'
import { ListingCard, ListingGrid } from '#app/ui/listing-card.tsx'
import { Badge } from '#app/ui/primitives/badge.tsx'
import { ListingStatusBadge } from '#app/ui/status-badge.tsx'
import type { Favorite } from '#server/favorite/queries.ts'

type FavoriteGridProps = {
  favorites: readonly Favorite[]
  onChange: (favorite: Favorite, isFavorite: boolean) => void
}

export function FavoriteGrid({ favorites, onChange }: FavoriteGridProps) {
  return (
    <ListingGrid label="Favorites" besideColumn>
      {favorites.map((favorite, i) => {
        const change = (isFavorite: boolean) => onChange(favorite, isFavorite)
        return favorite.availability === 'unlisted' ? (
          <Unlisted key={favorite.listing.id} listing={favorite.listing} onChange={change} />
        ) : (
          <ListingCard
            key={favorite.listing.id}
            listing={favorite.listing}
            badge={
              favorite.availability === 'rented' ? <ListingStatusBadge status="unavailable" /> : undefined
            }
            isLink={favorite.availability === 'public'}
            onFavoriteChange={change}
            priority={i < 3}
            headingLevel={2}
          />
        )
      })}
    </ListingGrid>
  )
}

/** A favourite that is no longer public: only its title. */
function Unlisted({
  listing,
  onChange,
}: {
  listing: { id: string; title: string }
  onChange: (isFavorite: boolean) => void
}) {
  return (
    <article
      className={
        'relative flex h-full min-h-40 flex-col justify-end gap-2 rounded-xl border ' +
        'border-dashed border-line-strong p-4 pt-16 sm:p-5 sm:pt-16'
      }
    >
      <Badge className="absolute top-4 left-4">No longer listed</Badge>
      <h2 className="text-lg/snug text-muted">{listing.title}</h2>
      <p className="text-sm text-muted">The owner or an admin took it from the catalogue.</p>
      <FavoriteButton
        listing={listing}
        isFavorite
        onChange={onChange}
        className="absolute top-2.5 right-2.5"
      />
    </article>
  )
}
