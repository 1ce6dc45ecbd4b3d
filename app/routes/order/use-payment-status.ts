import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'

/** Seconds between two requests: short at first, when most payments arrive. */
const pauses = [2, 2, 2, 3, 4, 6, 8, 10]

/**
 * While an order waits for its payment, requests its status, and reloads the page's data when it has changed. A
 * request without an answer is repeated: a lost connection does not remove the page.
 */
export function usePaymentStatus(order: Known & { number: string }, waits: boolean) {
  const { number } = order
  const known = wordOf(order)
  const { revalidate, state } = useRevalidator()
  const readAnew = useEffectEvent(() => {
    if (state === 'idle') void revalidate()
  })
  useEffect(() => {
    if (!waits) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let requests = 0
    let over = false
    const ask = async () => {
      const latest = document.hidden ? known : await askPaymentStatus(number)
      if (over) return
      // Again also after a change: its reload may fail.
      if (latest !== null && latest !== known) readAnew()
      next()
    }
    const next = () => {
      clearTimeout(timer)
      timer = setTimeout(ask, pauses[Math.min(requests++, pauses.length - 1)]! * 1000)
    }
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

type Known = { paymentStatus: string; atProvider: string }

/** An order's status here and at the provider, as one word for comparison. */
const wordOf = ({ paymentStatus, atProvider }: Known) => `${paymentStatus} ${atProvider}`

/** Reads the order's status: `gone` when the server no longer returns it, null when the server did not answer. */
async function askPaymentStatus(orderNumber: string): Promise<string | null> {
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
