import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../context.ts'
import { lockListings } from '../listing/queries.ts'

/** Whose rentals: those of a listing, or those of an account on either side. */
export type Whose = { listingId: string } | { accountId: string }

export type OpenRental = { id: string; orderId: string; listingId: string; status: 'Pending' | 'Approved' }

/**
 * Locks what is not handed over yet until the transaction ends: orders that wait for their payment, then rentals that are Pending or
 * Approved (all of these orders among them), then their listings and those of the account, in the order in which payments and steps lock
 * them; and once more the first two, for what was rented in between. Returns the ids of these orders, and the rentals.
 */
export async function lockOpenRentals(
  tx: Tx,
  whose: Whose,
): Promise<{ orders: string[]; rentals: OpenRental[] }> {
  const { rentals } = await lockOrdersAndRentals(tx, whose)
  const listings = rentals.map(({ listingId }) => listingId)
  await lockListings(tx, [...listings, ...(await ownListings(tx, whose))])
  return lockOrdersAndRentals(tx, whose)
}

async function lockOrdersAndRentals(tx: Tx, whose: Whose) {
  const orders = await sql<{ id: string }>`select o.id from "order" o where o.status = 'awaiting_payment'
      and exists (select from rental r where r.order_id = o.id and ${ofThese(whose)})
    order by o.id for no key update of o`.execute(tx)
  const ids = orders.rows.map(({ id }) => id)
  const { rows } = await sql<OpenRental>`select r.id, r.order_id, r.listing_id, r.status from rental r
    where r.status in ('Pending', 'Approved') and (${ofThese(whose)} or r.order_id = any(${ids}::uuid[]))
    order by r.id for no key update`.execute(tx)
  return { orders: ids, rentals: rows }
}

function ofThese(whose: Whose): RawBuilder<unknown> {
  if ('listingId' in whose) return sql`r.listing_id = ${whose.listingId}::uuid`
  return sql`(r.renter_id = ${whose.accountId}::uuid or r.owner_id = ${whose.accountId}::uuid)`
}

async function ownListings(tx: Tx, whose: Whose): Promise<string[]> {
  if ('listingId' in whose) return [whose.listingId]
  const rows = await tx.selectFrom('listing').select('id').where('ownerId', '=', whose.accountId).execute()
  return rows.map(({ id }) => id)
}
