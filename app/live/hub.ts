import type { UnreadCounts } from '#domain/notification/unread-counts.ts'
import { type StreamEvent, eventIdOf } from './live-events.ts'

/** How many events are kept for parts of a page that begin to listen later. */
const KEPT = 200

type Listener = (event: StreamEvent) => void

/** The listeners of this tab's events; on a server there are none. */
const listeners = new Set<Listener>()
let recent: StreamEvent[] = []
/** `recent` has all events after this id. */
let recentAfter = 0
let counts: UnreadCounts | null = null

/** Starts again for an account, whose page was read at the live event `after`. */
export function startListening(after: number) {
  recent = []
  recentAfter = after
  counts = null
}

/** Calls all listeners with an event. */
export function emit(event: StreamEvent) {
  if (event.kind === 'reset') {
    recent = []
    recentAfter = event.data.id
  } else if (event.kind === 'counts') counts = event.data
  else if (eventIdOf(event) !== null) {
    recent.push(event)
    for (const old of recent.splice(0, recent.length - KEPT)) recentAfter = eventIdOf(old)!
  }
  for (const listener of listeners) listener(event)
}

/** The last counts that were received. */
export const lastCounts = () => counts

/**
 * Calls `listener` for every event from now on, and first for the kept live events after `after`: the page may show
 * older data. The returned function ends that.
 */
export function listen(listener: Listener, after: number): () => void {
  if (after < recentAfter) listener({ kind: 'reset', data: { id: recentAfter } })
  for (const event of recent) if (eventIdOf(event)! > after) listener(event)
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
