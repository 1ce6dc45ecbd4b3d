import { useLayoutEffect, useRef, useState } from 'react'

/** Up to this distance from the end, the list follows new messages. */
const NEAR_PX = 80

type End = { last: string; lastIsMine: boolean }

/**
 * Keeps the scroll position of what the person reads. The list is laid out from its end, so browsers start at the
 * newest message, stay there, and keep the position when older ones are put above. When the person has scrolled up,
 * new messages don't move the list: they are counted.
 */
export function useScroll({ last, lastIsMine }: End) {
  const list = useRef<HTMLDivElement>(null)
  const [away, setAway] = useState(false)
  const [fresh, setFresh] = useState(0)
  const [newest, setNewest] = useState(last)
  if (newest !== last) {
    setNewest(last)
    if (away && !lastIsMine) setFresh(fresh + 1)
  }

  const was = useRef({ last: '', gap: 0 })
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const before = was.current
    const grown = gapBelow(element, before.last)
    was.current = { last, gap: gapBelow(element, last) ?? 0 }
    const top = element.scrollTop
    const isNew = before.last !== '' && before.last !== last
    if (isNew && (lastIsMine || top >= -NEAR_PX)) element.scrollTo({ top: 0 })
    else if (top < -NEAR_PX && grown !== null) element.scrollTo({ top: top - (grown - before.gap) })
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

/** The distance from the beginning of a message to the end of the list. */
function gapBelow(list: HTMLElement, key: string): number | null {
  const message = key === '' ? null : list.querySelector(`[data-key="${CSS.escape(key)}"]`)
  if (!message || !list.firstElementChild) return null
  return list.firstElementChild.getBoundingClientRect().bottom - message.getBoundingClientRect().top
}
