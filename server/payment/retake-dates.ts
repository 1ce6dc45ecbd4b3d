import { sql } from 'kysely'
import { dayInManila } from '#domain/period.ts'
import type { Context, Tx } from '../context.ts'
import { lockListings } from '../listing/queries.ts'
import { recordEvents } from '../record.ts'
import type { OrderRental } from './queries.ts'

/**
 * Takes the dates of a given-up order again for a payment that came late: all of its rentals, if each is still free, its listing
 * still public and its start not past, or none. The listings are locked first, as a checkout locks them.
 */
export async function retakeDates(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  rentals: readonly OrderRental[],
): Promise<boolean> {
  const ids = rentals.map(({ id }) => id)
  const listingIds = rentals.map(({ listingId }) => listingId)
  const now = ctx.clock.now()
  await lockListings(tx, listingIds)
  const { rows } = await sql<{ free: number }>`select count(*)::int as free
    from rental r join listing l on l.id = r.listing_id
    where r.id = any(${ids}::uuid[]) and r.status = 'Cancelled' and l.is_public
      and lower(r.period) >= ${dayInManila(now)}::date
      and not exists (select from rental x where x.listing_id = r.listing_id and x.period && r.period and x.id <> r.id
        and x.status in ('Pending', 'Approved', 'Active'))
      and not exists (select from blocked_period b where b.listing_id = r.listing_id and b.period && r.period)`.execute(
    tx,
  )
  if (rows[0]!.free !== rentals.length) return false
  await sql`update rental set status = 'Pending', status_changed_at = ${now} where id = any(${ids}::uuid[])`.execute(
    tx,
  )
  await sql`update listing set rental_count = rental_count + 1,
      status = case when bookable_while_rented then status else 'unavailable' end
    where id = any(${listingIds}::uuid[])`.execute(tx)
  await recordEvents(
    tx,
    ctx,
    ids.map((id) => ({ subject: 'rental' as const, subjectId: id, action: 'retake' })),
  )
  return true
}
