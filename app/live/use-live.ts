import { use, useEffect, useEffectEvent } from 'react'
import { listen } from './hub.ts'
import { LiveContext } from './live-context.ts'
import type { LiveEvent, LiveEvents } from './news.ts'

export type LiveHandlers = { [Kind in keyof LiveEvents]?: (data: LiveEvents[Kind]) => void }

/**
 * Hears what happens for the person while a part of a page is shown: each news once and in order, beginning with what
 * is newer than the page. What the page was read with may be told again, so a handler goes by the ids. When `about`
 * changes, as what is shown became something else, it begins again: what was told before then, and is newer than the
 * page, is told again.
 */
export function useLive(handlers: LiveHandlers, about?: string | null) {
  const state = use(LiveContext)
  const account = state?.accountId
  const hear = useEffectEvent(({ kind, data }: LiveEvent) =>
    (handlers[kind] as ((data: unknown) => void) | undefined)?.(data),
  )
  const since = useEffectEvent(() => state?.counts.newsId ?? 0)
  useEffect(() => (account ? listen((event) => hear(event), since()) : undefined), [account, about])
}
