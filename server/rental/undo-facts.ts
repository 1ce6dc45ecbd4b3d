import { sql } from 'kysely'
import { holdingStatuses } from '#domain/rental/lifecycle.ts'
import type { Since } from '#domain/rental/undo.ts'
import type { Tx } from '../context.ts'
import { lockListings } from '../listing/queries.ts'
import type { LockedRental } from './queries.ts'

/**
 * `Since` as JSON; `r` is the rental and `o` its order. Of a rental in cash a payment counts that was recorded since the cash was booked;
 * of one paid online, since its return made the money ready.
 */
export const sinceJson = sql`jsonb_build_object(
  'listingIsGone', (select l.archived_at is not null from listing l where l.id = r.listing_id),
  'personIsGone', exists (select from account a where a.id in (r.renter_id, r.owner_id) and a.deleted_at is not null),
  'datesAreHeld', exists (select from rental x where x.listing_id = r.listing_id and x.id <> r.id
    and x.status = any(${[...holdingStatuses]}) and x.period && r.period),
  'depositMoved', exists (select from money_line m where m.rental_id = r.id and m.returns = 'deposit')
    or exists (select from deposit_claim c where c.rental_id = r.id),
  'ownerWasPaid', exists (select from payout y where y.owner_id = r.owner_id and y.reversed_at is null and y.recorded_at >= case
    when o.payment_method = 'cash_on_delivery' and r.status = 'Active'
      then (select max(e.at) from book_entry e where e.rental_id = r.id and e.kind = 'cash')
    when o.payment_method = 'online' and r.status = 'Completed' then r.status_changed_at end))`

/** Keeps both people of a rental from being deleted until the transaction ends. Accounts are locked before rentals. */
export async function lockPeople(tx: Tx, rentalId: string): Promise<void> {
  await sql`select from account a where a.id in (select unnest(array[r.renter_id, r.owner_id]) from rental r where r.id = ${rentalId})
    order by a.id for share`.execute(tx)
}

/** What happened since the last step of a rental. Until the transaction ends nobody books its listing and no payment is recorded. */
export async function lockSince(tx: Tx, rental: LockedRental): Promise<Since> {
  await lockListings(tx, [rental.listingId])
  await sql`lock table payout in share mode`.execute(tx)
  const { rows } = await sql<{ since: Since }>`select ${sinceJson} as since
    from rental r join "order" o on o.id = r.order_id where r.id = ${rental.id}`.execute(tx)
  return rows[0]!.since
}
