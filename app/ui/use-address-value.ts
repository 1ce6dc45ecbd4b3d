import { useEffect, useRef } from 'react'

/**
 * The ref of a search box that shows what the address says, and what to call when its form is sent. The box stays the
 * same: it keeps the focus, and what is typed before scripts run or while the answer loads. Spaces around a text count
 * as nothing, as some addresses leave them out.
 */
export function useAddressValue(value: string) {
  const input = useRef<HTMLInputElement>(null)
  const known = useRef(value.trim())
  useEffect(() => {
    const text = value.trim()
    if (known.current === text) return
    known.current = text
    input.current!.value = value
  }, [value])
  return { input, sent: () => void (known.current = input.current!.value.trim()) }
}
