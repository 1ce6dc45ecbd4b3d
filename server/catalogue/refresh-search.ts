import { sql } from 'kysely'
import type { Services } from '../context.ts'

/** The share of public listings that are hot: a search reads them before the others. */
export const HOT_SHARE = 0.1
const BATCH = 1000

/**
 * Marks the 10 % of public listings with the highest scores as hot. Reads and writes only listings whose score crossed
 * the limit since the last run.
 */
export async function refreshSearch({ db }: Pick<Services, 'db'>): Promise<void> {
  const { rows } = await sql<{ score: number }>`
    select score from listing_search order by score desc
    offset (select greatest(reltuples, 0) * ${HOT_SHARE}
      from pg_class where oid = 'listing_search'::regclass)::bigint limit 1`.execute(db)
  if (!rows[0]) return
  const limit = sql`${rows[0].score}::real`
  for (;;) {
    const { numAffectedRows } = await sql`
      update listing_search s set hot = not s.hot from (
        select listing_id from (select listing_id, score from listing_search where hot order by score limit ${BATCH}) x
          where score < ${limit}
        union all
        select listing_id from (
            select listing_id, score from listing_search where not hot order by score desc limit ${BATCH}) x
          where score >= ${limit}) crossed
      where crossed.listing_id = s.listing_id`.execute(db)
    if (Number(numAffectedRows ?? 0) < BATCH) return
  }
}
