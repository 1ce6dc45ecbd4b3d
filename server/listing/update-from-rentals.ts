import { sql } from 'kysely'
import { holdingStatuses } from '#domain/rental/lifecycle.ts'
import type { Tx } from '../context.ts'
import { recordStaleListings } from '../record.ts'
import { lockListings } from './queries.ts'

/**
 * Updates the columns of listings that are derived from their rentals. Every change of a rental's hold on its listing,
 * or of whether a listing may be booked meanwhile, calls this afterwards, in the same transaction. An accepted listing
 * is `unavailable` while a rental holds it that lets nobody else book, and otherwise `approved`; one that waits for
 * review or was rejected keeps its status. `rented` is by how much the number of its rentals grows, negative when it
 * shrinks; the number counts for its popularity.
 */
export async function updateListingsFromRentals(
  tx: Tx,
  listingIds: readonly string[],
  rented = 0,
): Promise<void> {
  // A separate statement locks them, so that the next one sees the rentals as the previous holder of the lock left
  // them.
  await lockListings(tx, listingIds)
  await updateLockedListings(tx, listingIds, rented)
}

/** As `updateListingsFromRentals`, for listings that an earlier statement has locked. */
export async function updateLockedListings(
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
