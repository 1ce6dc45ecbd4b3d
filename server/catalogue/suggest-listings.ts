import { seesAsAdmin } from '#domain/access.ts'
import { sql } from 'kysely'
import type { Actor } from '#domain/actor.ts'
import { readSuggestQuery } from '#domain/catalogue/suggestions.ts'
import type { ListingStatus } from '#domain/listing/listing.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import type { Db } from '../context.ts'
import { categoryName, mainPhoto } from '../listing/queries.ts'
import { firstListings, orders, scanForBest } from './first-listings.ts'
import { inText, rankOf, readTextQuery, wordsOf } from './text-query.ts'

const MOST = 8
const CANDIDATES = 24

export type Suggestion = {
  id: string
  title: string
  categoryName: string
  pricePerDayCentavos: number
  photo: PhotoRef | null
  status: ListingStatus
}

const columns = sql`l.id, l.title, ${categoryName} as category_name, l.price_per_day_centavos,
  ${mainPhoto} as photo, l.status`

/**
 * At most eight listings whose title, category or tags contain the typed text, in any letter case; none for fewer
 * than two characters. Admins find listings of every status, all others public listings. Each typed word may be the
 * beginning of a word or, from three characters on, any part of a known word: without the known words, `campi` would
 * not find `camping`, because the index holds its stem `camp`. Two statements for public listings.
 */
export async function suggestListings(db: Db, typed: string, viewer: Actor): Promise<Suggestion[]> {
  const query = readSuggestQuery(typed)
  if (query === null) return []
  const pattern = `%${query.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return seesAsAdmin(viewer) ? suggestAny(db, pattern) : suggestPublic(db, query)
}

async function suggestAny(db: Db, pattern: string): Promise<Suggestion[]> {
  const { rows } = await sql<Suggestion>`
    select ${columns} from listing l left join category c on c.id = l.category_id
    where l.archived_at is null
      and (l.title ilike ${pattern} or ${categoryName} ilike ${pattern} or tags_text(l.tags) ilike ${pattern})
    order by l.created_at desc, l.id desc limit ${MOST}`.execute(db)
  return rows
}

async function suggestPublic(db: Db, query: string): Promise<Suggestion[]> {
  const words = wordsOf(query)
  const text = await readTextQuery(
    db,
    words.map((word) => ({ word, as: 'part' })),
  )
  const titled = {
    name: 'titled',
    query: {},
    order: orders.score,
    limit: CANDIDATES,
    scanLimit: scanForBest(CANDIDATES, text),
    hot: true,
    words: inText('title_tsv', text),
  }
  const { rows } = await sql<Suggestion>`
    with ${firstListings(titled)},
      by_category as materialized (
        select n.listing_id, 0::real as rank, extract(epoch from n.created_at)::real as score
        from unnest(${text.categoryIds}::integer[]) c (id) cross join lateral (
          select s.listing_id, s.created_at from listing_search s where s.category_id = c.id
          order by s.created_at desc, s.listing_id desc limit ${MOST}) n),
      found as (
        select listing_id, max(rank) as rank, max(score) as score
        from (
          select listing_id, ${rankOf(text)} as rank, key_0 as score from titled
          union all table by_category) z
        group by listing_id order by 2 desc, 3 desc, 1 limit ${MOST})
    select ${columns} from found join listing l on l.id = found.listing_id left join category c on c.id = l.category_id
    order by found.rank desc, found.score desc, l.id`.execute(db)
  return rows
}
