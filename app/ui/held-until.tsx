import { useEffect, useEffectEvent, useState } from 'react'
import { formatTime } from '#domain/period.ts'

type HeldUntilProps = {
  holdsUntil: Date
  /** As the server counted them: only its clock decides. */
  secondsLeft: number
  onEnd?: () => void
}

/** Until when dates are held, and the remaining time, which scripts count down. */
export function HeldUntil({ holdsUntil, secondsLeft, onEnd }: HeldUntilProps) {
  return (
    <>
      <time dateTime={holdsUntil.toISOString()}>{formatTime(holdsUntil)}</time>
      <span className="needs-js">
        {' '}
        (<Countdown key={secondsLeft} seconds={secondsLeft} onEnd={onEnd} /> left)
      </span>
    </>
  )
}

function Countdown({ seconds, onEnd }: { seconds: number; onEnd?: () => void }) {
  const [left, setLeft] = useState(seconds)
  const ended = useEffectEvent(() => onEnd?.())
  useEffect(() => {
    if (seconds === 0) return
    const startedAt = Date.now()
    const timer = setInterval(() => {
      const remaining = Math.max(0, seconds - Math.floor((Date.now() - startedAt) / 1000))
      setLeft(remaining)
      if (remaining > 0) return
      clearInterval(timer)
      ended()
    }, 1000)
    return () => clearInterval(timer)
  }, [seconds])
  return (
    <span role="timer" className="tabular-nums">
      {minutesText(left)}
    </span>
  )
}

/** `28:05`. */
function minutesText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
