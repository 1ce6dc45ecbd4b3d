import { type RawBuilder, sql } from 'kysely'
import type { Place } from '#domain/address/place-form.ts'
import type { Db } from '../context.ts'

/** One place as JSON, from the `place` row named `alias`; null without one. */
export const placeJson = (alias: string): RawBuilder<Place | null> => {
  const p = sql.ref(alias)
  return sql`case when ${p}.city_code is not null then jsonb_build_object('street', ${p}.street,
    'barangay', ${p}.barangay, 'barangayCode', ${p}.barangay_code, 'city', ${p}.city, 'cityCode', ${p}.city_code,
    'phone', ${p}.phone, 'note', ${p}.note) end`
}

/** The delivery address that a person used last, or null. One statement. */
export async function findRemembered(db: Db, accountId: string): Promise<Place | null> {
  const { rows } = await sql<{ place: Place | null }>`select ${placeJson('p')} as place from place p
    where p.account_id = ${accountId}`.execute(db)
  return rows[0]?.place ?? null
}

/**
 * Where a listing is handed over, and where the newest other listing of its owner is that has a place. The caller has
 * checked that the listing is theirs. One statement.
 */
export async function findPickUp(
  db: Db,
  { ownerId, listingId }: { ownerId: string; listingId: string },
): Promise<{ own: Place | null; other: Place | null }> {
  const { rows } = await sql<{ own: Place | null; other: Place | null }>`
    select (select ${placeJson('p')} from place p where p.listing_id = ${listingId}) as own,
      (select ${placeJson('p')} from listing l join place p on p.listing_id = l.id
        where l.owner_id = ${ownerId} and l.id <> ${listingId} and l.archived_at is null
        order by l.id desc limit 1) as other`.execute(db)
  return rows[0]!
}

/** A rental of an order, with both places, for admins. */
export type OrderPlaces = { rentalId: string; pickUp: Place | null; delivery: Place | null }

/** The places of an order’s rentals. The caller has checked that an admin of money asks. One statement. */
export async function listOrderPlaces(db: Db, orderId: string): Promise<OrderPlaces[]> {
  const { rows } = await sql<OrderPlaces>`
    select r.id as rental_id, ${placeJson('h')} as pick_up, ${placeJson('d')} as delivery
    from rental r left join place h on h.listing_id = r.listing_id left join place d on d.rental_id = r.id
    where r.order_id = ${orderId} order by r.id`.execute(db)
  return rows
}
