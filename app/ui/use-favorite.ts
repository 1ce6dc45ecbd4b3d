import { use, useRef, useState, type FormEvent } from 'react'
import { FavoriteContext } from './favorite-context.ts'

/**
 * Whether a favourite button is full: it changes at once when pressed, and back when the server refuses or does not
 * answer. Presses during a request are sent after it, if they still change anything.
 */
export function useFavorite(
  listingId: string,
  isFavorite: boolean,
  onChange?: (isFavorite: boolean) => void,
) {
  const change = use(FavoriteContext)
  const [shown, setShown] = useState({ source: isFavorite, full: isFavorite })
  // The page was read again, and has newer data.
  if (shown.source !== isFavorite) setShown({ source: isFavorite, full: isFavorite })
  const target = useRef<boolean | null>(null)

  function show(full: boolean) {
    setShown((now) => ({ ...now, full }))
    onChange?.(full)
  }

  async function press(event: FormEvent) {
    event.preventDefault()
    const waiting = target.current !== null
    let stored = shown.full
    target.current = !shown.full
    show(target.current)
    if (waiting) return
    while (target.current !== stored) {
      const wanted: boolean = target.current
      if (await change({ listingId, wanted })) stored = wanted
      else {
        show(stored)
        break
      }
    }
    target.current = null
  }

  return { full: shown.full, press }
}
