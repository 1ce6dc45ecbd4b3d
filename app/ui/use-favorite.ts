import { use, useRef, useState, type FormEvent } from 'react'
import { FavoriteContext } from './favorite-context.ts'

/**
 * Whether a heart is full, shown at once when it is pressed and taken back when the server refuses or is out of reach.
 * Presses while an answer is awaited are told after it, if they still change anything.
 */
export function useFavorite(
  listingId: string,
  isFavorite: boolean,
  onChange?: (isFavorite: boolean) => void,
) {
  const change = use(FavoriteContext)
  const [shown, setShown] = useState({ source: isFavorite, full: isFavorite })
  // The page was read again, and knows better.
  if (shown.source !== isFavorite) setShown({ source: isFavorite, full: isFavorite })
  const wish = useRef<boolean | null>(null)

  function show(full: boolean) {
    setShown((now) => ({ ...now, full }))
    onChange?.(full)
  }

  async function press(event: FormEvent) {
    event.preventDefault()
    const waiting = wish.current !== null
    let stored = shown.full
    wish.current = !shown.full
    show(wish.current)
    if (waiting) return
    while (wish.current !== stored) {
      const wanted: boolean = wish.current
      if (await change({ listingId, wanted })) stored = wanted
      else {
        show(stored)
        break
      }
    }
    wish.current = null
  }

  return { full: shown.full, press }
}
