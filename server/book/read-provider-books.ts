import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Answer, Page } from '#gateways/payments/port.ts'

/** The most pages of the provider's list that are read, and the longest time for it. */
export const MAX_PAGES = 200
const MAX_MS = 5 * MINUTE_MS
/** How much further back than requested the list is read, as it is in the order of creation and not of payment. */
const MARGIN_MS = DAY_MS

/** A list with more unreadable entries than these is invalid as a whole. */
const MOST_UNREADABLE = 100

export type ProviderBooks<T> = {
  items: Map<string, T>
  /** The ids of entries that can't be used. */
  unreadable: Set<string>
  /** The instant from which the list is complete: later than requested when the list was too long to be read. */
  since: Date
}

/**
 * Reads one of the provider's lists, newest first, back to an instant; `timeOf` is null where an item has no time.
 * Refusals: `provider` (it does not answer, or its list is invalid), `stopped`.
 */
export async function readProviderBooks<T extends { id: string }>(
  list: (after: string | null) => Promise<Answer<Page<T>>>,
  timeOf: (item: T) => Date | null,
  since: Date,
  stopping: () => boolean,
): Promise<Verdict<{ books: ProviderBooks<T> }>> {
  const items = new Map<string, T>()
  const unreadable = new Set<string>()
  const began = performance.now()
  let oldest = Number.POSITIVE_INFINITY
  let after: string | null = null
  for (let page = 0; page < MAX_PAGES && performance.now() - began < MAX_MS; page++) {
    if (stopping()) return refuse('stopped', 'The server was stopped meanwhile.')
    const answer: Answer<Page<T>> = await list(after)
    if (!answer.ok) return refuse('provider', `The provider could not be asked (${answer.reason}).`)
    const known = items.size + unreadable.size
    for (const id of answer.unreadable) unreadable.add(id)
    if (unreadable.size > MOST_UNREADABLE)
      return refuse('provider', 'Too much of the provider’s list can’t be read.')
    for (const item of answer.items) {
      items.set(item.id, item)
      oldest = Math.min(oldest, timeOf(item)?.getTime() ?? oldest)
    }
    after = answer.next
    if (after === null || oldest < since.getTime() - MARGIN_MS)
      return { ok: true, books: { items, unreadable, since } }
    if (items.size + unreadable.size === known)
      return refuse('provider', 'The provider’s list does not come to an end.')
  }
  const reached = Number.isFinite(oldest) ? oldest + MARGIN_MS : since.getTime()
  return { ok: true, books: { items, unreadable, since: new Date(Math.max(since.getTime(), reached)) } }
}
