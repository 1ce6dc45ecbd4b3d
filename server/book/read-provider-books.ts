import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Answer, Page } from '#gateways/payments/port.ts'

/** How many pages of the provider's list are read at most, and for how long. */
export const MAX_PAGES = 200
const MAX_MS = 5 * 60_000
/** How much further back than asked is read, as a list is in the order of creation and not of payment. */
const MARGIN_MS = 86_400_000

export type ProviderBooks<T> = {
  items: Map<string, T>
  /** From when the list is known to be whole: later than asked when it was too long to be read. */
  since: Date
}

/**
 * Reads the provider's list of something, newest first, back to an instant, `timeOf` being null where an item has
 * none. Refusals: `provider` (it can't be asked, or its list makes no sense), `stopped`.
 */
export async function readProviderBooks<T extends { id: string }>(
  list: (after: string | null) => Promise<Answer<Page<T>>>,
  timeOf: (item: T) => Date | null,
  since: Date,
  stopping: () => boolean,
): Promise<Verdict<{ books: ProviderBooks<T> }>> {
  const items = new Map<string, T>()
  const began = performance.now()
  let oldest = Number.POSITIVE_INFINITY
  let after: string | null = null
  for (let page = 0; page < MAX_PAGES && performance.now() - began < MAX_MS; page++) {
    if (stopping()) return refuse('stopped', 'The server was stopped meanwhile.')
    const answer: Answer<Page<T>> = await list(after)
    if (!answer.ok) return refuse('provider', `The provider could not be asked (${answer.reason}).`)
    const known = items.size
    for (const item of answer.items) {
      items.set(item.id, item)
      oldest = Math.min(oldest, timeOf(item)?.getTime() ?? oldest)
    }
    after = answer.next
    if (after === null || oldest < since.getTime() - MARGIN_MS) return { ok: true, books: { items, since } }
    if (items.size === known) return refuse('provider', 'The provider’s list does not come to an end.')
  }
  const reached = Number.isFinite(oldest) ? oldest + MARGIN_MS : since.getTime()
  return { ok: true, books: { items, since: new Date(Math.max(since.getTime(), reached)) } }
}
