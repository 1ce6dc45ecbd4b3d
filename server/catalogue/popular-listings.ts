import { sql } from 'kysely'
import { guest, type Actor } from '#domain/actor.ts'
import type { Db } from '../context.ts'
import { cardColumnsFor, cardJoins, type ListingCard, type ShelfId } from '../listing/queries.ts'

/**
 * At most six approved listings, the most rented first, then those with the most favourites, then the newest; of one
 * category or of all.
 */
export async function popularListings(
  db: Db,
  categoryId: ShelfId | null,
  viewer: Actor = guest,
): Promise<ListingCard[]> {
  const { rows } = await sql<ListingCard>`
    select ${cardColumnsFor(viewer)} from listing l ${cardJoins}
    where l.is_public ${
      categoryId === 'none'
        ? sql`and l.category_id is null`
        : categoryId
          ? sql`and l.category_id = ${categoryId}`
          : sql``
    }
    order by l.rental_count desc, l.favorite_count desc, l.created_at desc, l.id desc limit 6`.execute(db)
  return rows
}

/** How many listings are public, counted up to 1,000. */
export async function countPublicListings(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 from listing where is_public limit 1000) x`.execute(db)
  return rows[0]!.n
}
