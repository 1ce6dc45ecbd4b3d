import { useCallback, useRef, useState, type KeyboardEvent } from 'react'

/**
 * A strip of photos that is scrolled by touch, by buttons and by keys: the index of the visible one, and a function to
 * show another.
 */
export function useSlides(count: number) {
  const strip = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const target = useRef<number | null>(null)
  const goTo = useCallback(
    (index: number) => {
      const element = strip.current
      if (!element || index < 0 || index >= count) return
      target.current = Math.round(element.scrollLeft / element.clientWidth) === index ? null : index
      element.scrollTo({ left: index * element.clientWidth })
      setCurrent(index)
    },
    [count],
  )
  /** Follows a swipe. While it scrolls to a requested photo, the photos in between don't count. */
  const onScroll = () => {
    const element = strip.current
    if (!element || element.clientWidth === 0) return
    const at = Math.round(element.scrollLeft / element.clientWidth)
    if (target.current !== null && target.current !== at) return
    target.current = null
    setCurrent(at)
  }
  /** A touch on the strip ends the scrolling to a requested photo. */
  const letGo = () => {
    target.current = null
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: count - 1 }[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    goTo(to)
  }
  return { strip, current, goTo, onScroll, letGo, onKeyDown }
}
