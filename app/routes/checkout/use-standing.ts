import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'

/** Seconds between two questions: often at first, when most payments arrive. */
const pauses = [2, 2, 2, 3, 4, 6, 8, 10]

/**
 * While an order waits for its payment, asks how it stands, and reads the page anew when that has changed. A question
 * that gets no answer is asked again: a connection lost takes no page away.
 */
export function useStanding(order: Known & { number: string }, waits: boolean) {
  const { number } = order
  const known = wordOf(order)
  const { revalidate } = useRevalidator()
  const readAnew = useEffectEvent(() => void revalidate())
  useEffect(() => {
    if (!waits) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let asked = 0
    let over = false
    const ask = async () => {
      const now = document.hidden ? known : await askStanding(number)
      if (over) return
      if (now === null || now === known) return next()
      readAnew()
    }
    const next = () => void (timer = setTimeout(ask, pauses[Math.min(asked++, pauses.length - 1)]! * 1000))
    const seen = () => {
      if (document.hidden) return
      clearTimeout(timer)
      void ask()
    }
    next()
    document.addEventListener('visibilitychange', seen)
    return () => {
      over = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [number, known, waits])
}

type Known = { standing: string; asked: boolean; underWay: boolean }

/** How an order stands and how well that is known, in one word to compare. */
const wordOf = ({ standing, asked, underWay }: Known) => `${standing} ${asked} ${underWay}`

/** How the order stands: `gone` when it is no longer told, null when nobody answered. */
async function askStanding(orderNumber: string): Promise<string | null> {
  try {
    const response = await fetch(`/api/order-standing/${orderNumber}`, {
      headers: { accept: 'application/json' },
    })
    if (response.status === 401 || response.status === 404) return 'gone'
    if (!response.ok) return null
    return wordOf((await response.json()) as Known)
  } catch {
    return null
  }
}
