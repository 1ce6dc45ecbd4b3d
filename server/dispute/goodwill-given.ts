import { sql } from 'kysely'

/** What the site has paid the two people of the rental `r` of a statement of its own money, as JSON, in centavos. */
export const goodwillJson = sql<{ renter: number; owner: number }>`(select jsonb_build_object(
    'renter', coalesce(sum(p.centavos) filter (where e.kind = 'goodwill'), 0),
    'owner', coalesce(sum(p.centavos) filter (where e.kind = 'goodwill-owner'), 0))
  from book_posting p join book_entry e on e.id = p.entry_id
  where p.rental_id = r.id and p.book_account = 'goodwill')`
