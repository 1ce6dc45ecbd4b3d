import { sql } from 'kysely'
import { holdingStatuses } from '#domain/rental/lifecycle.ts'
import type { Tx } from '../context.ts'
import { recordStaleListings } from '../record.ts'
import { lockListings } from './queries.ts'

/**
 * Keeps what listings store of their rentals. Whatever changes a rental's hold on its listing, or whether a listing may be
 * booked meanwhile, calls this afterwards, in the same transaction. An accepted listing is `unavailable` while a rental holds
 * it that lets nobody else book, and otherwise `approved`; one that waits for review or was rejected stays so. `rented` is how
 * many rentals more, or with a minus fewer, count for its popularity.
 */
export async function keepListings(tx: Tx, listingIds: readonly string[], rented = 0): Promise<void> {
  // Locked by a statement of its own: the next one then sees the rentals as the one who had the lock left them.
  const before = await lockListings(tx, listingIds)
  const { rows: after } = await sql<{
    id: string
    status: string
  }>`update listing l set rental_count = greatest(0, rental_count + ${rented}::int), status = case
      when status not in ('approved', 'unavailable') then status
      when archived_at is null and not bookable_while_rented and exists (select from rental r
        where r.listing_id = l.id and r.status = any(${[...holdingStatuses]})) then 'unavailable'
      else 'approved' end
    where id = any(${[...listingIds]}::uuid[]) returning id, status`.execute(tx)
  const statusBefore = new Map(before.map(({ id, status }) => [id, status]))
  const isBack = after.some(({ id, status }) => status === 'approved' && statusBefore.get(id) !== 'approved')
  recordStaleListings(tx, listingIds, { listPages: isBack })
}
