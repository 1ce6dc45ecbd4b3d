import { useEffect, useRef } from 'react'

/** The ref of a row of links that scrolls sideways to the current one, now and whenever `current` changes. */
export function useScrollToCurrent(current: unknown) {
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const link = row.current?.querySelector('[aria-current]')
    if (!row.current || !link) return
    const { left, width } = link.getBoundingClientRect()
    const frame = row.current.getBoundingClientRect()
    row.current.scrollLeft += left + width / 2 - (frame.left + frame.width / 2)
  }, [current])
  return row
}
