import { type RawBuilder, sql } from 'kysely'
import type { Admin } from '#domain/access.ts'
import type { Context, Tx } from '../context.ts'
import { lockListings } from '../listing/queries.ts'
import { release } from '../payment/release-order.ts'
import { adminStep } from './take-step.ts'

/** Whose rentals end: those of a listing, or those of an account on either side. */
export type Whose = { listingId: string } | { accountId: string }

/**
 * Ends what is not handed over yet, in an admin's name: unpaid orders are given up, Pending requests rejected, Approved rentals
 * cancelled, with everything back; Active ones run on. Both sides of each are told. It locks orders before rentals before listings, as
 * payments and steps do, and then once more for what was rented in between; the listings stay locked.
 */
export async function endOpenRentals(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  admin: Admin,
  whose: Whose,
): Promise<void> {
  const found = await lockOpen(tx, whose)
  await lockListings(tx, [
    ...found.rentals.map(({ listingId }) => listingId),
    ...(await ownListings(tx, whose)),
  ])
  const { orders, rentals } = await lockOpen(tx, whose)
  for (const orderId of orders) await release(tx, ctx, orderId, 'cancelled')
  for (const { id: rentalId, status, orderId } of rentals) {
    if (orders.includes(orderId)) continue
    const action = status === 'Pending' ? 'reject-by-admin' : 'cancel-by-admin'
    const ended = await adminStep(tx, ctx, admin, { rentalId, action })
    if (!ended.ok) throw new Error(`a rental that is ${status} could not be ended: ${ended.message}`)
  }
}

type OpenRental = { id: string; orderId: string; listingId: string; status: 'Pending' | 'Approved' }

async function lockOpen(tx: Tx, whose: Whose): Promise<{ orders: string[]; rentals: OpenRental[] }> {
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
