import { useCallback, useRef, useState, type KeyboardEvent } from 'react'

/** A strip of photos that is scrolled by touch, by buttons and by keys: which one is in sight, and how to get to another. */
export function useSlides(count: number) {
  const strip = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const goTo = useCallback(
    (index: number) => {
      const element = strip.current
      if (!element || index < 0 || index >= count) return
      element.scrollTo({ left: index * element.clientWidth })
      setCurrent(index)
    },
    [count],
  )
  /** Follows a swipe; while a jump is under way the photos passed by count too. */
  const onScroll = () => {
    const element = strip.current
    if (element && element.clientWidth > 0) setCurrent(Math.round(element.scrollLeft / element.clientWidth))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: count - 1 }[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    goTo(to)
  }
  return { strip, current, goTo, onScroll, onKeyDown }
}
