import { type RawBuilder, sql } from 'kysely'
import { guest, type Actor } from '#domain/actor.ts'
import { type Day, formatDaterange, type Period } from '#domain/period.ts'
import type { Db } from '../context.ts'
import { cardColumnsFor, cardJoins, type ListingCard, takenDays } from './queries.ts'

const mostSimilar = sql`m.tags_shared desc, m.same_category desc, m.rental_count desc, m.created_at desc, m.id desc`

const nearColumns = sql`id, owner_id, tags, category_id, rental_count, created_at`

/** How many listings of each kind are read before the most similar are chosen, whatever the size of the catalogue. */
const LOOKED_AT = 200

type Wanted = {
  viewer?: Actor
  limit?: number
  /** Only listings of other people that are free on all of these days. */
  free?: { period: Period; today: Day }
}

/**
 * At most `limit` public listings similar to the given one, as `viewer` sees them: first those that share most tags
 * with it, then those of its category, then the most rented. They are chosen from the newest of its category and the
 * most popular of all. One statement.
 */
export async function similarListings(
  db: Db,
  listing: { id: string; categoryId: number | null; tags: readonly string[] },
  { viewer = guest, limit = 4, free }: Wanted = {},
): Promise<ListingCard[]> {
  const tags = sql`${[...listing.tags]}::text[]`
  // Most share no tag. Counting what each shares would double the time of the statement.
  const { rows } = await sql<ListingCard>`
    with near as (
      (select ${nearColumns} from listing where is_public and category_id = ${listing.categoryId}
      order by created_at desc, id desc limit ${LOOKED_AT})
      union
      (select ${nearColumns} from listing where is_public order by rental_count desc, favorite_count desc,
      created_at desc, id desc limit ${LOOKED_AT})
    ), compared as materialized (
      select l.id, case when l.tags && ${tags}
          then (select count(*) from unnest(l.tags) tag where tag = any(${tags})) else 0 end as tags_shared,
        coalesce(l.category_id = ${listing.categoryId}, false) as same_category, l.rental_count, l.created_at
      from near l where l.id <> ${listing.id} ${free ? andRentable(viewer, free) : sql``}
    ), chosen as (
      select * from compared m where tags_shared > 0 or same_category order by ${mostSimilar} limit ${limit})
    select ${cardColumnsFor(viewer)} from chosen m join listing l using (id) ${cardJoins}
      order by ${mostSimilar}`.execute(db)
  return rows
}

function andRentable(viewer: Actor, { period, today }: NonNullable<Wanted['free']>): RawBuilder<unknown> {
  const own = viewer.kind === 'user' ? sql`and l.owner_id <> ${viewer.id}` : sql``
  return sql`${own} and not exists (select from ${takenDays(sql`l.id`, today)} t
    where t.period && ${formatDaterange(period)}::daterange)`
}

/**
 * At most four listings like the one with this id that the viewer can rent on all days of `period`; none when no
 * listing has it. Two statements.
 */
export async function similarAndFree(
  db: Db,
  listingId: string,
  { viewer, ...free }: { viewer: Actor; period: Period; today: Day },
): Promise<ListingCard[]> {
  const listing = await db
    .selectFrom('listing')
    .select(['id', 'categoryId', 'tags'])
    .where('id', '=', listingId)
    .executeTakeFirst()
  return listing ? similarListings(db, listing, { viewer, free }) : []
}
