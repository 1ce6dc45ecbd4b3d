import { useEffect, useEffectEvent, useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { LiveKind } from './news.ts'
import { useLive } from './use-live.ts'

const GATHERED_MS = 250

/** Reads the page anew when something of these kinds happens: once for whatever comes at once. */
export function useFreshOn(...kinds: LiveKind[]) {
  const { revalidate } = useRevalidator()
  const timer = useRef<number>(undefined)
  const read = useEffectEvent(() => {
    timer.current = undefined
    void revalidate()
  })
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const soon = () => {
    timer.current ??= window.setTimeout(() => read(), GATHERED_MS)
  }
  useLive(Object.fromEntries(kinds.map((kind) => [kind, soon])))
}
