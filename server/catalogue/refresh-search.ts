import { sql } from 'kysely'
import type { Services } from '../context.ts'

/** Marks the tenth of approved listings with the highest scores as hot; the search looks at those first. */
export async function refreshSearch({ db }: Pick<Services, 'db'>): Promise<void> {
  await sql`update listing_search s set hot = not s.hot
    from (select percentile_disc(0.9) within group (order by score) as line from listing_search) t
    where s.hot <> (s.score >= t.line)`.execute(db)
}
