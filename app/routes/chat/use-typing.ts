import { useEffect, useRef, useState } from 'react'
import { useLive } from '#app/live/use-live.ts'

const SHOWN_MS = 6000

/** Whether the other side is writing: for some seconds after it was told, and until their message comes. */
export function useTyping(threadId: string | null): boolean {
  const [typing, setTyping] = useState(false)
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const stop = () => {
    window.clearTimeout(timer.current)
    setTyping(false)
  }
  useLive({
    typing(news) {
      if (news.threadId !== threadId) return
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(stop, SHOWN_MS)
      setTyping(true)
    },
    message(news) {
      if (news.threadId === threadId && !news.mine) stop()
    },
  })
  return typing
}
