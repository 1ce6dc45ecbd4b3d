import { useEffect, useRef } from 'react'

/**
 * The ref of a search box that shows what the address says, and what to call when its form is sent. The box stays the
 * same: it keeps the focus, and what is typed before scripts run or while the answer loads.
 */
export function useAddressValue(value: string) {
  const input = useRef<HTMLInputElement>(null)
  const known = useRef(value)
  useEffect(() => {
    if (known.current !== value) input.current!.value = known.current = value
  }, [value])
  return { input, sent: () => void (known.current = input.current!.value) }
}
