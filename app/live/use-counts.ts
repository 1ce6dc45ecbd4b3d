import { use, useSyncExternalStore } from 'react'
import { lastCounts, listen } from './hub.ts'
import { LiveContext } from './live-context.ts'
import type { LiveCounts } from './news.ts'

const subscribe = (changed: () => void) =>
  listen(({ kind }) => {
    if (kind === 'counts') changed()
  }, Infinity)

/** What the person has not read yet: as the page was read, or as was told since. Null for guests. */
export function useCounts(): LiveCounts | null {
  const read = use(LiveContext)?.counts ?? null
  const told = useSyncExternalStore(subscribe, lastCounts, () => null)
  return read && told && told.newsId >= read.newsId ? told : read
}
