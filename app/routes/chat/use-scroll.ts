import { useLayoutEffect, useRef, useState } from 'react'

/** Nearer to the end than this, one reads along. */
const NEAR_PX = 80

type Ends = { first: string; last: string; lastIsMine: boolean }

/**
 * Keeps what someone reads in its place. The list is laid out from its end, so browsers by themselves start at the newest message, stay there, and
 * keep the place when older ones are put above. What comes below someone who has scrolled up pushes nothing: it is counted instead.
 */
export function useScroll({ first, last, lastIsMine }: Ends) {
  const list = useRef<HTMLDivElement>(null)
  const [away, setAway] = useState(false)
  const [fresh, setFresh] = useState(0)
  const [newest, setNewest] = useState(last)
  if (newest !== last) {
    setNewest(last)
    if (away && !lastIsMine) setFresh(fresh + 1)
  }

  const was = useRef({ first, last, height: 0 })
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const before = was.current
    const { scrollHeight: height, scrollTop: top } = element
    was.current = { first, last, height }
    if (before.height === 0 || top >= -NEAR_PX) return
    if (before.last !== last && lastIsMine) element.scrollTo({ top: 0 })
    else if (before.first === first) element.scrollTo({ top: top - (height - before.height) })
  })

  return {
    list,
    away,
    fresh,
    onScroll() {
      const isAway = (list.current?.scrollTop ?? 0) < -NEAR_PX
      setAway(isAway)
      if (!isAway) setFresh(0)
    },
    toEnd() {
      const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
      list.current?.scrollTo({ top: 0, behavior: calm ? 'auto' : 'smooth' })
    },
  }
}
