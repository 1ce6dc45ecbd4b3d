import { sql } from 'kysely'
import type { Actor } from '#domain/actor.ts'
import { readSuggestQuery } from '#domain/catalogue/suggestions.ts'
import type { ListingStatus } from '#domain/listing/listing.ts'
import type { Db } from '../context.ts'
import { categoryName, mainPhoto, type PhotoRef } from '../listing/queries.ts'
import { wordsOf } from './search-listings.ts'

const MOST = 8
const CANDIDATES = 200
const VARIANTS = 40

export type Suggestion = {
  id: string
  title: string
  categoryName: string
  pricePerDayCentavos: number
  photo: PhotoRef | null
  status: ListingStatus
}

const columns = sql`l.id, l.title, ${categoryName} as category_name, l.price_per_day_centavos, ${mainPhoto} as photo, l.status`

/**
 * At most eight listings whose title, category or tags match what was typed so far, whatever its case; none below two
 * characters. Admins find listings in every state, everyone else public ones. Public ones take two statements: the words
 * that are known come first, since the second is planned by them.
 */
export async function suggestListings(db: Db, typed: string, viewer: Actor): Promise<Suggestion[]> {
  const query = readSuggestQuery(typed)
  if (query === null) return []
  const pattern = `%${query.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return viewer.kind === 'user' && viewer.role === 'admin'
    ? suggestAny(db, pattern)
    : suggestPublic(db, query, pattern)
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
  const words = await textQuery(db, query)
  const q = sql`to_tsquery('english', ${words ?? ''})`
  const byWords = (hot: boolean, when: ReturnType<typeof sql>) => sql`
    select listing_id, ts_rank(title_tsv, ${q}) as rank, score from (
      select listing_id, title_tsv, score from listing_search
      where ${when} and ${hot ? sql`hot` : sql`not hot`} and title_tsv @@ ${q}
      order by score desc, listing_id desc limit ${CANDIDATES}) x`
  const { rows } = await sql<Suggestion>`
    with hot as materialized (${byWords(true, sql`true`)}),
      cold as materialized (${byWords(false, sql`(select count(*) from hot) < ${MOST}`)}),
      by_category as materialized (
        select n.id as listing_id, 0::real as rank, extract(epoch from n.created_at)::real as score
        from category c cross join lateral (
          select l.id, l.created_at from listing l where l.is_public and l.category_id = c.id
          order by l.created_at desc, l.id desc limit ${MOST}) n
        where c.name ilike ${pattern}),
      found as (
        select listing_id, max(rank) as rank, max(score) as score
        from (table hot union all table cold union all table by_category) z
        group by listing_id order by 2 desc, 3 desc, 1 limit ${MOST})
    select ${columns} from found join listing l on l.id = found.listing_id left join category c on c.id = l.category_id
    order by found.rank desc, found.score desc, l.id`.execute(db)
  return rows
}

/**
 * A text query for words that are still being typed: each may be the beginning of a word, or, from three characters on, any
 * part of a known one. Without the known words `campi` would miss `camping`, which is kept as its stem. Null without a word.
 */
async function textQuery(db: Db, query: string): Promise<string | null> {
  const words = [...new Set(wordsOf(query))]
  if (words.length === 0) return null
  const { rows } = await sql<{ typed: string; word: string }>`
    select w.typed, s.word from unnest(${words}::text[]) w (typed) cross join lateral (
      select word from search_term where word like case when length(w.typed) > 2 then '%' else '' end || w.typed || '%'
      order by listing_count desc, word limit ${VARIANTS}) s`.execute(db)
  return words
    .map((typed) => {
      const known = rows.filter((row) => row.typed === typed && /^[\p{L}\p{N}]+$/u.test(row.word))
      return `(${[`${typed}:*`, ...known.map(({ word }) => word)].join(' | ')})`
    })
    .join(' & ')
}
