import { type LiveCounts, type LiveEvent, newsIdOf } from './news.ts'

/** How much is kept for parts of a page that begin to listen after it was told. */
const KEPT = 200

type Listener = (event: LiveEvent) => void

/** What this tab hears, handed to whoever listens; a browser has one, a server none. */
const listeners = new Set<Listener>()
let kept: LiveEvent[] = []
/** Everything after this news is in `kept`. */
let keptAfter = 0
let counts: LiveCounts | null = null

/** Begins anew for an account whose page was read when `after` was its last news. */
export function beginHearing(after: number) {
  kept = []
  keptAfter = after
  counts = null
}

/** Hands an event to everyone who listens. */
export function tell(event: LiveEvent) {
  if (event.kind === 'reset') {
    kept = []
    keptAfter = event.data.id
  } else if (event.kind === 'counts') counts = event.data
  else if (newsIdOf(event) !== null) {
    kept.push(event)
    for (const old of kept.splice(0, kept.length - KEPT)) keptAfter = newsIdOf(old)!
  }
  for (const listener of listeners) listener(event)
}

/** The last counts that were told. */
export const lastCounts = () => counts

/**
 * Hears everything from now on, and first the news after `after` that was told already: a page may be drawn from what
 * was read before. The returned function ends that.
 */
export function listen(listener: Listener, after: number): () => void {
  if (after < keptAfter) listener({ kind: 'reset', data: { id: keptAfter } })
  for (const event of kept) if (newsIdOf(event)! > after) listener(event)
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
