import { useEffect, useState } from 'react'
import { type Day, dayInManila } from '#domain/period.ts'

/**
 * The current day in Manila, which changes at midnight. It starts with the server’s day, so that both render the same.
 */
export function useToday(now: string): Day {
  const [today, setToday] = useState(() => dayInManila(new Date(now)))
  useEffect(() => {
    const [server, here] = [Date.parse(now), Date.now()]
    const timer = setInterval(() => setToday(dayInManila(new Date(server + Date.now() - here))), 30_000)
    return () => clearInterval(timer)
  }, [now])
  return today
}
