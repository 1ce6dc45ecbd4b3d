import { use, useSyncExternalStore } from 'react'
import { lastCounts, listen } from './hub.ts'
import { LiveContext } from './live-context.ts'
import type { UnreadCounts } from '#domain/notification/unread-counts.ts'

const subscribe = (changed: () => void) =>
  listen(({ kind }) => {
    if (kind === 'counts') changed()
  }, Infinity)

/** The person's unread counts: those of the page, or newer ones of the stream. Null for guests. */
export function useCounts(): UnreadCounts | null {
  const read = use(LiveContext)?.counts ?? null
  const latest = useSyncExternalStore(subscribe, lastCounts, () => null)
  return read && latest && latest.lastEventId >= read.lastEventId ? latest : read
}
