import { useEffect, useState } from 'react'
import { type Day, dayInManila } from '#domain/period.ts'

/** The day in Manila, which goes on at midnight. It starts as the server’s, so that both draw the same. */
export function useToday(now: string): Day {
  const [today, setToday] = useState(() => dayInManila(new Date(now)))
  useEffect(() => {
    const [server, here] = [Date.parse(now), Date.now()]
    const timer = setInterval(() => setToday(dayInManila(new Date(server + Date.now() - here))), 30_000)
    return () => clearInterval(timer)
  }, [now])
  return today
}
