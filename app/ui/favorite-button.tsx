import { useLocation } from 'react-router'
import { CardIcon } from './card-icon.tsx'
import { cx } from './primitives/cx.ts'
import { useFavorite } from './use-favorite.ts'

type FavoriteButtonProps = {
  listing: { id: string; title: string }
  isFavorite: boolean
  onChange?: (isFavorite: boolean) => void
  className?: string
}

/** A longer query is not from our pages: the filters of the catalogue have at most a fifth of it. */
const MAX_QUERY = 2000

/** The favourite button, a heart: full for a favourite. It is a form of its own, so that it works without scripts. */
export function FavoriteButton({ listing, isFavorite, onChange, className }: FavoriteButtonProps) {
  const { full, press } = useFavorite(listing.id, isFavorite, onChange)
  const { pathname, search } = useLocation()
  // Every card of a page contains this address.
  const from = search.length > MAX_QUERY ? pathname : pathname + search
  return (
    <form
      id={`heart-${listing.id}`}
      method="post"
      action="/api/favorites"
      onSubmit={press}
      className={cx('scroll-mt-40', className)}
    >
      <input type="hidden" name="listingId" value={listing.id} />
      <input type="hidden" name="from" value={from} />
      <button
        type="submit"
        name="intent"
        value={full ? 'remove' : 'add'}
        aria-pressed={full}
        aria-label={`Add ${listing.title} to favorites`}
        className="heart"
      >
        <CardIcon name="heart" />
      </button>
    </form>
  )
}
