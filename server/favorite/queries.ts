import { sql } from 'kysely'
import type { Renter } from '#domain/access.ts'
import { exactly, newestCursor, pageOf, readCursor } from '../cursor.ts'
import type { Db } from '../context.ts'
import { isRentedOut } from '../photo/queries.ts'
import { cardColumnsFor, cardJoins, type ListingCard } from '../listing/queries.ts'

const PAGE_SIZE = 24

/**
 * A favourite as its person may see it: complete while the listing is public, or rented and about to return; of a
 * listing that is no longer public only its title.
 */
export type Favorite =
  | { availability: 'public' | 'rented'; listing: ListingCard }
  | { availability: 'unlisted'; listing: { id: string; title: string } }

/** A page of someone's favourites, those added last first. `after` is the cursor of the page before. One statement. */
export async function listFavorites(
  db: Db,
  renter: Renter,
  after: string | null,
): Promise<{ favorites: Favorite[]; next: string | null }> {
  const cursor = readCursor(after, newestCursor)
  const { rows } = await sql<ListingCard & { availability: Favorite['availability']; addedAtText: string }>`
    select ${cardColumnsFor(renter)},
      case when l.is_public then 'public' when ${isRentedOut} then 'rented' else 'unlisted' end as availability,
      ${exactly(sql`f.created_at`)} as added_at_text
    from favorite f join listing l on l.id = f.listing_id ${cardJoins}
    where f.account_id = ${renter.id} and l.archived_at is null
      ${cursor ? sql`and (f.created_at, f.listing_id) < (${cursor[0]}::timestamptz, ${cursor[1]}::uuid)` : sql``}
    order by f.created_at desc, f.listing_id desc limit ${PAGE_SIZE + 1}`.execute(db)
  const { items: favorites, next } = pageOf(rows, PAGE_SIZE, ({ addedAtText, availability, ...listing }) => [
    availability === 'unlisted'
      ? { availability, listing: { id: listing.id, title: listing.title } }
      : { availability, listing },
    [addedAtText, listing.id],
  ])
  return { favorites, next }
}
