import { sql } from 'kysely'
import { holdingStatuses } from '#domain/rental/lifecycle.ts'
import type { Tx } from '../context.ts'
import { recordStaleListings } from '../record.ts'
import { lockListings } from './queries.ts'

/**
 * Keeps what listings store of their rentals. Whatever changes a rental's hold on its listing, or whether a
 * listing may be booked meanwhile, calls this afterwards, in the same transaction. An accepted listing is
 * `unavailable` while a rental holds it that lets nobody else book, and otherwise `approved`; one that waits for
 * review or was rejected stays so. `rented` is how many rentals more, or with a minus fewer, count for its
 * popularity.
 */
export async function keepListings(tx: Tx, listingIds: readonly string[], rented = 0): Promise<void> {
  // Locked by a statement of its own: the next one then sees the rentals as the one who had the lock left them.
  await lockListings(tx, listingIds)
  await keepLockedListings(tx, listingIds, rented)
}

/** As `keepListings`, for listings that a statement before has locked. */
export async function keepLockedListings(
  tx: Tx,
  listingIds: readonly string[],
  rented: number,
): Promise<void> {
  const { rows } = await sql<{ isBack: boolean }>`
    update listing l set rental_count = greatest(0, l.rental_count + ${rented}::int), status = case
      when l.status not in ('approved', 'unavailable') then l.status
      when l.archived_at is null and not l.bookable_while_rented and exists (select from rental r
        where r.listing_id = l.id and r.status = any(${[...holdingStatuses]})) then 'unavailable'
      else 'approved' end
    from listing before where l.id = any(${[...listingIds]}::uuid[]) and before.id = l.id
    returning l.status = 'approved' and before.status <> 'approved' as is_back`.execute(tx)
  recordStaleListings(tx, listingIds, { listPages: rows.some(({ isBack }) => isBack) })
}
