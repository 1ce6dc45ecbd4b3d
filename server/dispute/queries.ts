import { sql } from 'kysely'

/**
 * SQL: whether a dispute about the rental `r` of a statement is open. While one is, a rental that was not handed over
 * does not lapse.
 */
export const hasOpenDispute = sql<boolean>`exists (select from dispute d
  where d.rental_id = r.id and d.closed_at is null)`
