import { sql } from 'kysely'
import { guest, type Actor } from '#domain/actor.ts'
import type { Db } from '../context.ts'
import { cardColumnsFor, cardJoins, type ListingCard } from './queries.ts'

/** How many listings of each kind are read before the most similar are chosen, whatever the size of the catalogue. */
const LOOKED_AT = 200

/**
 * At most `limit` public listings similar to the given one, as `viewer` sees them: first those that share most tags
 * with it, then those of its category, then the most rented. They are chosen from the newest of its category and the
 * most popular of all. One statement.
 */
export async function similarListings(
  db: Db,
  listing: { id: string; categoryId: number | null; tags: readonly string[] },
  viewer: Actor = guest,
  limit = 4,
): Promise<ListingCard[]> {
  const { rows } = await sql<ListingCard>`
    with near as (
      (select id from listing where is_public and category_id = ${listing.categoryId}
      order by created_at desc, id desc limit ${LOOKED_AT})
      union
      (select id from listing where is_public order by rental_count desc, favorite_count desc,
      created_at desc, id desc limit ${LOOKED_AT})
    ), chosen as (
      select l.id, cardinality(array(select unnest(l.tags) intersect
        select unnest(${[...listing.tags]}::text[]))) as tags_shared,
        coalesce(l.category_id = ${listing.categoryId}, false) as same_category
      from near join listing l using (id) where l.id <> ${listing.id}
    )
    select ${cardColumnsFor(viewer)} from chosen join listing l using (id) ${cardJoins}
    where tags_shared > 0 or same_category
    order by tags_shared desc, same_category desc, l.rental_count desc, l.created_at desc, l.id desc
      limit ${limit}`.execute(db)
  return rows
}
