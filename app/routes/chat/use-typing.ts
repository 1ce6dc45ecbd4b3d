import { useEffect, useRef, useState } from 'react'
import { useLive } from '#app/live/use-live.ts'

const SHOWN_MS = 6000

/** Whether the other side is typing: for some seconds after each event, and until their message arrives. */
export function useTyping(threadId: string | null): boolean {
  const [typing, setTyping] = useState(false)
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const stop = () => {
    window.clearTimeout(timer.current)
    setTyping(false)
  }
  useLive({
    typing(liveEvent) {
      if (liveEvent.threadId !== threadId) return
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(stop, SHOWN_MS)
      setTyping(true)
    },
    message(liveEvent) {
      if (liveEvent.threadId === threadId && !liveEvent.mine) stop()
    },
  })
  return typing
}
