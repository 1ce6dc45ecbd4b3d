import type pg from 'pg'

/** SQL: the `id` of each owner whose row of `owner_sum` is missing, or not what the book adds up to. */
export const wrongOwnerSums = `select s.owner_id as id from owner_sum s
  cross join lateral owner_sum_of(s.owner_id) b where s is distinct from b
  union all select p.person_id from book_posting p where p.book_account in ('owner_payable', 'cash_collected')
  and not exists (select from owner_sum s where s.owner_id = p.person_id)`

/** Rules of the data, each with a query that returns rows only where it is broken. */
const rules: Record<string, string> = {
  'Each rental has its rent, its delivery and its service fee': `select r.id from rental r
    where (select count(*) from money_line m where m.rental_id = r.id and m.returns is null and m.change_id is null
      and m.kind in ('rent', 'delivery', 'service_fee')) <> 3`,
  'The lines of a rental that came to nothing sum to nothing, and no others do': `select r.id from rental r
    where (r.status in ('Rejected', 'Cancelled')) <> ((select sum(centavos) from money_line m
      where m.rental_id = r.id) = 0)`,
  'Each order has a rental': `select o.id from "order" o where not exists (select from rental r
    where r.order_id = o.id)`,
  'No two rentals that hold days share one': `select r.id from rental r join rental x on x.listing_id = r.listing_id
    and x.id <> r.id and x.period && r.period and x.status in ('Pending', 'Approved', 'Active')
    where r.status in ('Pending', 'Approved', 'Active')`,
  'The search has each public listing, and no other': `select coalesce(l.id, s.listing_id) as id
    from (select id from listing where is_public) l full join listing_search s on s.listing_id = l.id
    where l.id is null or s.listing_id is null`,
  'A listing counts its rentals': `select l.id from listing l where rental_count <> (select count(*) from rental r
    where r.listing_id = l.id and r.status not in ('Rejected', 'Cancelled'))`,
  'A listing counts and sums its ratings': `select l.id from listing l
    where (rating_count, rating_sum) <> (select count(*), coalesce(sum(rating), 0) from review r
      where r.listing_id = l.id and r.status = 'published' and r.verified)`,
  'A listing counts who likes it': `select l.id from listing l
    where favorite_count <> (select count(*) from favorite f where f.listing_id = l.id)`,
  'Each owner’s sums are those of the book': wrongOwnerSums,
  'The book has an entry for each hand-over, and each sums to nothing': `select r.id from rental r
    left join book_entry e on e.rental_id = r.id where r.status in ('Active', 'Completed')
      and (select sum(centavos) from book_posting p where p.entry_id = e.id) is distinct from 0`,
}

/** Checks the rules: returns one line for each that is broken, with where. */
export async function broken(pool: pg.Pool): Promise<string[]> {
  const faults: string[] = []
  for (const [rule, question] of Object.entries(rules)) {
    const { rows } = await pool.query<{ id: string }>(`${question} limit 3`)
    if (rows.length > 0) faults.push(`${rule}: not ${rows.map(({ id }) => id).join(', ')}`)
  }
  return faults
}
