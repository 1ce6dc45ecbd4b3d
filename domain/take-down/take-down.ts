import { refuse, type Verdict } from '../verdict.ts'

type Takeable = { archivedAt: Date | null; takenDownAt: Date | null }

/**
 * Whether an admin may take a listing down, rented or not. Refusals: `deleted`, `unchanged` (it is taken down
 * already).
 */
export function decideTakeDown(listing: Takeable): Verdict {
  if (listing.archivedAt) return refuse('deleted', 'This listing was deleted.')
  if (listing.takenDownAt) return refuse('unchanged', 'This listing is taken down already.')
  return { ok: true }
}

/** Whether an admin may put a listing back. Refusals: `deleted`, `unchanged` (it was not taken down). */
export function decidePutBack(listing: Takeable): Verdict {
  if (listing.archivedAt) return refuse('deleted', 'This listing was deleted.')
  if (!listing.takenDownAt) return refuse('unchanged', 'This listing was not taken down.')
  return { ok: true }
}
