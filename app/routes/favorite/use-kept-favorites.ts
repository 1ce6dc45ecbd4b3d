import { useEffect, useRef, useState } from 'react'
import type { Favorite } from '#server/favorite/queries.ts'

/**
 * The favourites without those removed since the page was read; one returns when the server refuses. The focus moves
 * to the favourite button now at that place, or to the heading.
 */
export function useKeptFavorites(favorites: readonly Favorite[]) {
  const [removed, setGone] = useState<ReadonlySet<string>>(new Set())
  const [said, setSaid] = useState('')
  const place = useRef<number | null>(null)
  const remaining = favorites.filter(({ listing }) => !removed.has(listing.id))

  useEffect(() => {
    if (place.current === null) return
    const hearts = document.querySelectorAll<HTMLElement>('main .heart > button')
    const next = hearts[Math.min(place.current, hearts.length - 1)]
    place.current = null
    ;(next ?? document.querySelector<HTMLElement>('main h1'))?.focus()
  }, [removed])

  function setKept({ listing }: Favorite, isFavorite: boolean) {
    if (!isFavorite) place.current = remaining.findIndex((each) => each.listing.id === listing.id)
    setSaid(isFavorite ? '' : `Removed ${listing.title} from favorites.`)
    setGone((now) => new Set(isFavorite ? [...now].filter((id) => id !== listing.id) : [...now, listing.id]))
  }

  return { kept: remaining, setKept, said }
}
