import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import type { LiveKind } from './news.ts'
import { useLive } from './use-live.ts'

const GATHERED_MS = 250

/**
 * Reads the page anew when something of these kinds happens: once for whatever comes at once. A page that is on its
 * way is left to arrive first, as starting it again would lose the toast it brings.
 */
export function useFreshOn(...kinds: LiveKind[]) {
  const { revalidate } = useRevalidator()
  const isIdle = useNavigation().state === 'idle'
  const timer = useRef<number>(undefined)
  const isDue = useRef(false)
  const read = useEffectEvent(() => {
    if (!isIdle || !isDue.current) return
    isDue.current = false
    void revalidate()
  })
  useEffect(() => {
    if (isIdle) read()
  }, [isIdle])
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const soon = () => {
    timer.current ??= window.setTimeout(() => {
      timer.current = undefined
      isDue.current = true
      read()
    }, GATHERED_MS)
  }
  useLive(Object.fromEntries(kinds.map((kind) => [kind, soon])))
}
