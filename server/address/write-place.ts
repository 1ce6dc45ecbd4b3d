import { sql } from 'kysely'
import type { Place } from '#domain/address/place-form.ts'
import { placeDeletedAt } from '#domain/address/who-sees.ts'
import type { RentalDecision } from '#domain/rental/lifecycle.ts'
import type { DeliveryOption } from '#domain/pricing/pricing.ts'
import type { Tx } from '../context.ts'

const columns = sql`street, barangay, barangay_code, city, city_code, phone, note, changed_at`
const replaced = sql`do update set street = excluded.street, barangay = excluded.barangay,
  barangay_code = excluded.barangay_code, city = excluded.city, city_code = excluded.city_code,
  phone = excluded.phone, note = excluded.note, changed_at = excluded.changed_at`

const valuesOf = ({ street, barangay, barangayCode, city, cityCode, phone, note }: Place, now: Date) =>
  sql`${street}::text, ${barangay}::text, ${barangayCode}::text, ${city}::text, ${cityCode}::text, ${phone}::text,
    ${note}::text, ${now}::timestamptz`

/**
 * Copies a delivery address into rentals of a renter, so that a later edit moves none of them, and remembers it for
 * the next checkout. One statement.
 */
export async function writeDelivery(
  tx: Tx,
  { renterId, rentalIds, place }: { renterId: string; rentalIds: readonly string[]; place: Place },
  now: Date,
): Promise<void> {
  await sql`with remembered as (insert into place (account_id, ${columns}) select ${renterId}::uuid,
      ${valuesOf(place, now)} on conflict (account_id) ${replaced})
    insert into place (rental_id, ${columns}) select id, ${valuesOf(place, now)} from unnest(${rentalIds}::uuid[]) id
      on conflict (rental_id) ${replaced}`.execute(tx)
}

/** Whether a rental is delivered to exactly this place already, with this phone number and note. */
export async function isDeliveredTo(tx: Tx, rentalId: string, place: Place): Promise<boolean> {
  const { street, barangay, barangayCode, city, cityCode, phone, note } = place
  const { rows } = await sql`select from place where rental_id = ${rentalId}
    and row(street, barangay, barangay_code, city, city_code, phone, note) is not distinct from
      row(${street}::text, ${barangay}::text, ${barangayCode}::text, ${city}::text, ${cityCode}::text,
        ${phone}::text, ${note}::text)`.execute(tx)
  return rows.length > 0
}

/** Writes where listings are handed over. One statement. */
export async function writePickUp(
  tx: Tx,
  { listingIds, place }: { listingIds: readonly string[]; place: Place },
  now: Date,
): Promise<void> {
  await sql`insert into place (listing_id, ${columns}) select id, ${valuesOf(place, now)}
    from unnest(${listingIds}::uuid[]) id on conflict (listing_id) ${replaced}`.execute(tx)
}

/**
 * Updates a rental’s delivery address after a change of its status: `Rejected` and `Cancelled` delete it. `Completed`
 * sets the day of its deletion, 30 days later; so does the end of an unpaid order, whose payment may come late. An
 * undone return and such a payment clear that day.
 */
export async function updateDeliveryForStatus(
  tx: Tx,
  rental: { id: string; deliveryOption: DeliveryOption },
  { action, from, to }: Pick<RentalDecision, 'action' | 'from' | 'to'>,
  now: Date,
): Promise<void> {
  if (rental.deliveryOption !== 'delivery') return
  const goesLater = to === 'Completed' || action === 'release'
  if (!goesLater && (to === 'Rejected' || to === 'Cancelled'))
    await tx.deleteFrom('place').where('rentalId', '=', rental.id).execute()
  else if (goesLater || from === 'Completed' || from === 'Cancelled')
    await tx
      .updateTable('place')
      .set({ goesAt: goesLater ? placeDeletedAt(now) : null })
      .where('rentalId', '=', rental.id)
      .execute()
}

/** Erases every place of a person: the one remembered, those of their listings, and those of their rentals. */
export async function erasePlaces(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('place').where('accountId', '=', accountId).execute()
  await sql`delete from place p using listing l where p.listing_id = l.id and l.owner_id = ${accountId}`.execute(
    tx,
  )
  await sql`delete from place p using rental r where p.rental_id = r.id and r.renter_id = ${accountId}`.execute(
    tx,
  )
}
