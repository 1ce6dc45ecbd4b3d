import { seesAsAdmin } from '#domain/access.ts'
import { sql } from 'kysely'
import type { Actor } from '#domain/actor.ts'
import { readSuggestQuery } from '#domain/catalogue/suggestions.ts'
import type { ListingStatus } from '#domain/listing/listing.ts'
import type { Db } from '../context.ts'
import { categoryName, mainPhoto, type PhotoRef } from '../listing/queries.ts'
import { firstListings, orders, PAGE_SCAN } from './first-listings.ts'
import { wordsOf } from './text-query.ts'

const MOST = 8
const CANDIDATES = 50
const VARIANTS = 40

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
 * than two characters. Admins find listings of every status, all others public listings. Two statements for public
 * listings: the first reads the known words, and PostgreSQL plans the second by them.
 */
export async function suggestListings(db: Db, typed: string, viewer: Actor): Promise<Suggestion[]> {
  const query = readSuggestQuery(typed)
  if (query === null) return []
  const pattern = `%${query.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return seesAsAdmin(viewer) ? suggestAny(db, pattern) : suggestPublic(db, query, pattern)
}

async function suggestAny(db: Db, pattern: string): Promise<Suggestion[]> {
  const { rows } = await sql<Suggestion>`
    select ${columns} from listing l left join category c on c.id = l.category_id
    where l.archived_at is null
      and (l.title ilike ${pattern} or ${categoryName} ilike ${pattern} or tags_text(l.tags) ilike ${pattern})
    order by l.created_at desc, l.id desc limit ${MOST}`.execute(db)
  return rows
}

async function suggestPublic(db: Db, query: string, pattern: string): Promise<Suggestion[]> {
  const q = sql`to_tsquery('english', ${(await beginningOf(db, query)) ?? ''})`
  const match = sql`and s.title_tsv @@ ${q}`
  const titled = {
    ...{ name: 'titled', query: {}, order: orders.score, limit: CANDIDATES },
    ...{ scanLimit: PAGE_SCAN, hot: true, words: { match, indexed: match } },
  }
  const { rows } = await sql<Suggestion>`
    with ${firstListings(titled)},
      by_category as materialized (
        select n.id as listing_id, 0::real as rank, extract(epoch from n.created_at)::real as score
        from category c cross join lateral (
          select l.id, l.created_at from listing l where l.is_public and l.category_id = c.id
          order by l.created_at desc, l.id desc limit ${MOST}) n
        where c.name ilike ${pattern}),
      found as (
        select listing_id, max(rank) as rank, max(score) as score
        from (
          select listing_id, ts_rank(title_tsv, ${q}) as rank, key_0 as score from titled
          union all table by_category) z
        group by listing_id order by 2 desc, 3 desc, 1 limit ${MOST})
    select ${columns} from found join listing l on l.id = found.listing_id left join category c on c.id = l.category_id
    order by found.rank desc, found.score desc, l.id`.execute(db)
  return rows
}

/**
 * A text query (`to_tsquery`) for words that are still being typed: each may be the beginning of a word, or, from
 * three characters on, any part of a known word. Without the known words, `campi` would not find `camping`, because
 * the index holds its stem `camp`. Null if the text contains no word.
 */
async function beginningOf(db: Db, query: string): Promise<string | null> {
  const words = [...new Set(wordsOf(query))]
  if (words.length === 0) return null
  const known = words.map(
    (typed) => sql`(select ${typed} as typed, word from search_term
      where word like ${`${typed.length > 2 ? '%' : ''}${typed}%`}
      order by listing_count desc, word limit ${VARIANTS})`,
  )
  const { rows } = await sql<{ typed: string; word: string }>`${sql.join(known, sql` union all `)}`.execute(
    db,
  )
  return words
    .map((typed) => {
      const known = rows.filter((row) => row.typed === typed && /^[\p{L}\p{N}]+$/u.test(row.word))
      return `(${[`${typed}:*`, ...known.map(({ word }) => word)].join(' | ')})`
    })
    .join(' & ')
}
