import { useEffect, useRef, useState } from 'react'
import type { Favorite } from '#server/favorite/queries.ts'

/**
 * The favourites without those taken away since they were read; one comes back when the server refuses. Focus goes to
 * the heart that took the place of the one pressed, or to the heading.
 */
export function useKeptFavorites(favorites: readonly Favorite[]) {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [said, setSaid] = useState('')
  const place = useRef<number | null>(null)
  const kept = favorites.filter(({ listing }) => !gone.has(listing.id))

  useEffect(() => {
    if (place.current === null) return
    const hearts = document.querySelectorAll<HTMLElement>('main form[id^=heart-] button')
    const next = hearts[Math.min(place.current, hearts.length - 1)]
    place.current = null
    ;(next ?? document.querySelector<HTMLElement>('main h1'))?.focus()
  }, [gone])

  function setKept({ listing }: Favorite, isFavorite: boolean) {
    if (!isFavorite) place.current = kept.findIndex((each) => each.listing.id === listing.id)
    setSaid(isFavorite ? '' : `Removed ${listing.title} from favorites.`)
    setGone((now) => new Set(isFavorite ? [...now].filter((id) => id !== listing.id) : [...now, listing.id]))
  }

  return { kept, setKept, said }
}
