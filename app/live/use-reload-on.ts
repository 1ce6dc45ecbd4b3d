import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import type { StreamEventKind } from './live-events.ts'
import { useLive } from './use-live.ts'

const GATHERED_MS = 250

/**
 * Reloads the page's data when an event of these kinds happens: once for several events at the same time. It waits for
 * a running navigation, because reloading would lose its toast.
 */
export function useReloadOn(...kinds: StreamEventKind[]) {
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
