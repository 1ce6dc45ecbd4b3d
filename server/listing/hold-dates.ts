import { sql } from 'kysely'
import { formatDaterange, type Period } from '#domain/period.ts'
import type { Tx } from '../context.ts'
import { recordStaleListings } from '../record.ts'

/** Days that are held for one person. `id` is the id of the change or the offer they are held for. */
export type Hold = {
  id: string
  listingId: string
  period: Period
  heldFor: string
  heldUntil: Date
  reason: 'change' | 'offer'
}

/**
 * Holds days of a listing, or goes on holding those of the same id until another instant. The caller has locked the
 * listing and found the days free, so that a hold overlaps no block, and no rental but one that its person has not
 * paid yet. Days held for a change take the place of an offer of them to the same person.
 */
export async function holdDates(tx: Tx, now: Date, { period, ...hold }: Hold): Promise<void> {
  await dropLapsedHolds(tx, now, hold.listingId)
  if (hold.reason === 'change') await endOffers(tx, now, { period, ...hold })
  await tx
    .insertInto('blockedPeriod')
    .values({ ...hold, period: formatDaterange(period), createdAt: now })
    .onConflict((oc) => oc.column('id').doUpdateSet({ heldUntil: hold.heldUntil }))
    .execute()
  recordStaleListings(tx, [hold.listingId], { listPages: false })
}

/** Ends the offers of days to a person as if their time were over. One statement. */
async function endOffers(tx: Tx, now: Date, { listingId, heldFor, period }: Hold): Promise<void> {
  await sql`with ended as (update waitlist_entry set state = 'lapsed', ended_at = ${now}
      where listing_id = ${listingId} and account_id = ${heldFor} and state = 'offered' and offered_until > ${now}
        and period && ${formatDaterange(period)}::daterange returning id)
    delete from blocked_period b using ended where b.id = ended.id and b.reason = 'offer'`.execute(tx)
}

/** Frees the days that were held for a change or an offer; returns whether they were held. */
export async function freeHold(tx: Tx, id: string): Promise<boolean> {
  const freed = await tx
    .deleteFrom('blockedPeriod')
    .where('id', '=', id)
    .where('reason', 'is not', null)
    .returning('listingId')
    .executeTakeFirst()
  if (freed) recordStaleListings(tx, [freed.listingId], { listPages: false })
  return freed !== undefined
}

/** Deletes the holds of a listing, or of all listings, whose time is over; readers ignore them anyway. */
export async function dropLapsedHolds(tx: Tx, now: Date, listingId?: string): Promise<void> {
  const { rows } = await sql<{ listingId: string }>`delete from blocked_period where held_until <= ${now}
    ${listingId ? sql`and listing_id = ${listingId}::uuid` : sql``} returning listing_id`.execute(tx)
  const listings = rows.map((row) => row.listingId)
  if (listings.length > 0) recordStaleListings(tx, listings, { listPages: false })
}

/**
 * Ends the offers and the waiting-list entries of a renter for days that they have now rented, once the order of these
 * rentals is confirmed: the held days are deleted, and the entries are `taken`, also if the offer lapsed while the
 * order waited for its payment. `added`: only those for days that a change added. One statement.
 */
export async function endOffersOfRented(
  tx: Tx,
  now: Date,
  rentalIds: readonly string[],
  added?: Period,
): Promise<void> {
  const period = added ? sql`${formatDaterange(added)}::daterange` : sql`r.period`
  const { rows } = await sql<{ listingId: string }>`with rented as (
      select r.listing_id, r.renter_id, ${period} as period, r.created_at from rental r
        where r.id = any(${[...rentalIds]}::uuid[])),
    freed as (delete from blocked_period b using rented r where b.listing_id = r.listing_id and b.reason = 'offer'
      and b.held_for = r.renter_id and b.period && r.period)
    update waitlist_entry w set state = 'taken', ended_at = ${now} from rented r
    where w.account_id = r.renter_id and w.listing_id = r.listing_id and w.period && r.period
      and (w.state in ('waiting', 'offered') or w.state = 'lapsed' and w.ended_at >= r.created_at)
    returning w.listing_id`.execute(tx)
  const listings = rows.map((row) => row.listingId)
  if (listings.length > 0) recordStaleListings(tx, listings, { listPages: false })
}
