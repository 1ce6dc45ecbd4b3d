import { sql } from 'kysely'
import type { Context, Tx } from '../context.ts'
import { beforeHandover } from '../listing/queries.ts'
import { recordLiveEvents } from '../live-events.ts'
import { recordEffects } from '../record.ts'
import type { LockedRental } from './queries.ts'

/**
 * Notifies every other renter with a Pending or Approved rental of an item that it was never returned, in the
 * transaction that ends the rental before: they can wait, take something else, or have all their money back. With
 * `found`, those who had rented it by then hear that this was undone.
 */
export async function notifyNextRentersOfLostItem(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  { listingId, renterId, statusChangedAt }: Pick<LockedRental, 'listingId' | 'renterId' | 'statusChangedAt'>,
  event: 'gone' | 'found' = 'gone',
): Promise<void> {
  const { rows } = await sql<{ id: string; renterId: string; status: 'Pending' | 'Approved' }>`
    select r.id, r.renter_id, r.status from rental r join "order" o on o.id = r.order_id and o.status = 'confirmed'
    where r.listing_id = ${listingId} and r.status in (${beforeHandover})
      and r.renter_id <> ${renterId}
      ${event === 'found' ? sql`and r.created_at <= ${statusChangedAt}` : sql``}
    order by r.id`.execute(tx)
  await recordEffects(
    tx,
    ctx,
    rows.map(({ id: rentalId }) => ({ kind: 'not-back-mail', payload: { rentalId, [event]: true } })),
  )
  recordLiveEvents(
    tx,
    rows.map(({ id: rentalId, renterId, status }) => ({
      to: renterId,
      kind: 'rental',
      detail: { rentalId, status },
    })),
  )
}
