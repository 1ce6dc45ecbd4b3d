import { use, useEffect, useEffectEvent } from 'react'
import { listen } from './hub.ts'
import { LiveContext } from './live-context.ts'
import type { StreamEvent, StreamEventData } from './live-events.ts'

export type LiveHandlers = { [Kind in keyof StreamEventData]?: (data: StreamEventData[Kind]) => void }

/**
 * Calls the handlers for the person's live events while a part of a page is shown: each once and in order, from those
 * newer than the page on. An event that the page includes already may be repeated, so a handler compares ids. When
 * `about` changes, because the part shows something else, it starts again: events newer than the page are repeated.
 */
export function useLive(handlers: LiveHandlers, about?: string | null) {
  const state = use(LiveContext)
  const account = state?.accountId
  const handle = useEffectEvent(({ kind, data }: StreamEvent) =>
    (handlers[kind] as ((data: unknown) => void) | undefined)?.(data),
  )
  const since = useEffectEvent(() => state?.counts.lastEventId ?? 0)
  useEffect(() => (account ? listen((event) => handle(event), since()) : undefined), [account, about])
}
