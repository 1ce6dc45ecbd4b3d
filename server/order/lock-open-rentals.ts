import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../context.ts'
import { beforeHandover, lockListings } from '../listing/queries.ts'
import { type LockedRental, lockRentals } from '../rental/queries.ts'

/** Which rentals: all of one listing, or all in which an account is the renter or the owner. */
export type RentalScope = { listingId: string } | { accountId: string }

/**
 * Locks all of these rentals that are not handed over yet, until the transaction ends. Payments and changes of status
 * lock in the same order, to avoid deadlocks:
 * 1. orders that wait for their payment and contain such a rental;
 * 2. Pending and Approved rentals: these, and all others in the orders of 1;
 * 3. the listings of these rentals, and the listing or the listings of the account;
 * 4. 1 and 2 once more, for rentals made before 3 had its locks.
 * Returns what 4 found: the ids of the orders and the rentals, those of other people in these orders included.
 */
export async function lockOpenRentals(
  tx: Tx,
  scope: RentalScope,
): Promise<{ orders: string[]; rentals: LockedRental[] }> {
  const { rentals } = await lockOrdersAndRentals(tx, scope)
  const listings = rentals.map(({ listingId }) => listingId)
  await lockListings(tx, [...listings, ...(await listingsInScope(tx, scope))])
  return lockOrdersAndRentals(tx, scope)
}

async function lockOrdersAndRentals(tx: Tx, scope: RentalScope) {
  const orders = await sql<{ id: string }>`select o.id from "order" o where o.status = 'awaiting_payment'
      and exists (select from rental where rental.order_id = o.id and ${inScope(scope)})
    order by o.id for no key update of o`.execute(tx)
  const ids = orders.rows.map(({ id }) => id)
  const rentals = await lockRentals(
    tx,
    sql`rental.status in (${beforeHandover}) and (${inScope(scope)} or rental.order_id = any(${ids}::uuid[]))`,
  )
  return { orders: ids, rentals }
}

/** A condition on `rental`. */
function inScope(scope: RentalScope): RawBuilder<unknown> {
  if ('listingId' in scope) return sql`rental.listing_id = ${scope.listingId}::uuid`
  return sql`(rental.renter_id = ${scope.accountId}::uuid or rental.owner_id = ${scope.accountId}::uuid)`
}

async function listingsInScope(tx: Tx, scope: RentalScope): Promise<string[]> {
  if ('listingId' in scope) return [scope.listingId]
  const rows = await tx.selectFrom('listing').select('id').where('ownerId', '=', scope.accountId).execute()
  return rows.map(({ id }) => id)
}
