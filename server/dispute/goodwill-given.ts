import { sql } from 'kysely'

/** SQL for the goodwill that the site paid the renter and the owner of the rental `r`, in centavos, as JSON. */
export const goodwillJson = sql<{ renter: number; owner: number }>`(select jsonb_build_object(
    'renter', coalesce(sum(p.centavos) filter (where e.kind = 'goodwill'), 0),
    'owner', coalesce(sum(p.centavos) filter (where e.kind = 'goodwill-owner'), 0))
  from book_posting p join book_entry e on e.id = p.entry_id
  where p.rental_id = r.id and p.book_account = 'goodwill')`
