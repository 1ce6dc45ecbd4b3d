import { cx } from './primitives/cx.ts'
import { useFavorite } from './use-favorite.ts'

type FavoriteButtonProps = {
  listing: { id: string; title: string }
  isFavorite: boolean
  onChange?: (isFavorite: boolean) => void
  className?: string
}

/** The favourite button, a heart: full for a favourite. It is a form of its own, so that it works without scripts. */
export function FavoriteButton({ listing, isFavorite, onChange, className }: FavoriteButtonProps) {
  const { full, press } = useFavorite(listing.id, isFavorite, onChange)
  return (
    <form
      id={`heart-${listing.id}`}
      method="post"
      action="/api/favorites"
      onSubmit={press}
      className={cx('heart', className)}
    >
      <input type="hidden" name="listingId" value={listing.id} />
      <button
        type="submit"
        name="intent"
        value={full ? 'remove' : 'add'}
        aria-pressed={full}
        aria-label={`Add ${listing.title} to favorites`}
      />
    </form>
  )
}
