-- admin book, of 20,000 listings

select q.id, e.id as entry_id, e.at, e.kind, e.key, o.number as order_number, coalesce(q.title,
r.title) as title, y.reference, q.book_account as account,
q.first_name || ' ' || q.last_name as person_name, case when q.deleted_at is null
then q.email end as person_email, q.centavos, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as table_key,
  (q.id)::text as table_id,
  (select count(*)::int from (select 1 from book_entry e left join "order" o on o.id = e.order_id left join rental r on r.id = e.rental_id
  left join payout y on y.id = (case when e.kind like 'payout%' then split_part(e.key, ':', 2)::uuid end) join (select p.id, p.entry_id, p.book_account, p.centavos, t.title, a.first_name,
a.last_name, a.email, a.deleted_at
from book_posting p left join account a on a.id = p.person_id left
  join rental t on t.id = p.rental_id) q on q.entry_id = e.id where true
  limit 1001) counted) as table_total
from book_entry e left join "order" o on o.id = e.order_id left join rental r on r.id = e.rental_id
  left join payout y on y.id = (case when e.kind like 'payout%' then split_part(e.key, ':', 2)::uuid end) join (select p.id, p.entry_id, p.book_account, p.centavos, t.title, a.first_name,
a.last_name, a.email, a.deleted_at
from book_posting p left join account a on a.id = p.person_id left
  join rental t on t.id = p.rental_id) q on q.entry_id = e.id where true
order by e.at desc, q.id desc limit 26;

-- Limit (actual time=2.216..2.223 rows=26 loops=1)
--   Buffers: shared hit=1603
--   InitPlan 1 (returns $0)
--     ->  Aggregate (actual time=0.344..0.345 rows=1 loops=1)
--           Buffers: shared hit=23
--           ->  Limit (actual time=0.012..0.303 rows=1001 loops=1)
--                 Buffers: shared hit=23
--                 ->  Merge Join (actual time=0.012..0.248 rows=1001 loops=1)
--                       Merge Cond: (e_1.id = p_1.entry_id)
--                       Buffers: shared hit=23
--                       ->  Index Scan using book_entry_pkey on book_entry e_1 (actual time=0.006..0.038 rows=334 loops=1)
--                             Buffers: shared hit=8
--                       ->  Index Scan using book_posting_entry_idx on book_posting p_1 (actual time=0.004..0.092 rows=1001 loops=1)
--                             Buffers: shared hit=15
--   ->  Incremental Sort (actual time=2.215..2.219 rows=26 loops=1)
--         Sort Key: e.at DESC, p.id DESC
--         Presorted Key: e.at
--         Full-sort Groups: 1  Sort Method: top-N heapsort  Average Memory: 35kB  Peak Memory: 35kB
--         Pre-sorted Groups: 1  Sort Method: top-N heapsort  Average Memory: 35kB  Peak Memory: 35kB
--         Buffers: shared hit=1603
--         ->  Nested Loop Left Join (actual time=0.393..2.122 rows=301 loops=1)
--               Buffers: shared hit=1603
--               ->  Nested Loop Left Join (actual time=0.039..1.404 rows=301 loops=1)
--                     Buffers: shared hit=1277
--                     ->  Nested Loop (actual time=0.032..1.107 rows=301 loops=1)
--                           Buffers: shared hit=992
--                           ->  Nested Loop Left Join (actual time=0.025..0.727 rows=101 loops=1)
--                                 Join Filter: (y.id = CASE WHEN (e.kind ~~ 'payout%'::text) THEN (split_part(e.key, ':'::text, 2))::uuid ELSE NULL::uuid END)
--                                 Buffers: shared hit=684
--                                 ->  Nested Loop Left Join (actual time=0.022..0.673 rows=101 loops=1)
--                                       Buffers: shared hit=684
--                                       ->  Nested Loop Left Join (actual time=0.016..0.361 rows=101 loops=1)
--                                             Buffers: shared hit=381
--                                             ->  Index Scan using book_entry_at_idx on book_entry e (actual time=0.008..0.102 rows=101 loops=1)
--                                                   Buffers: shared hit=78
--                                             ->  Index Scan using order_pkey on "order" o (actual time=0.002..0.002 rows=1 loops=101)
--                                                   Index Cond: (id = e.order_id)
--                                                   Buffers: shared hit=303
--                                       ->  Index Scan using rental_pkey on rental r (actual time=0.003..0.003 rows=1 loops=101)
--                                             Index Cond: (id = e.rental_id)
--                                             Buffers: shared hit=303
--                                 ->  Seq Scan on payout y (actual time=0.000..0.000 rows=0 loops=101)
--                           ->  Index Scan using book_posting_entry_idx on book_posting p (actual time=0.003..0.003 rows=3 loops=101)
--                                 Index Cond: (entry_id = e.id)
--                                 Buffers: shared hit=308
--                     ->  Memoize (actual time=0.001..0.001 rows=1 loops=301)
--                           Cache Key: p.person_id
--                           Cache Mode: logical
--                           Hits: 205  Misses: 96  Evictions: 0  Overflows: 0  Memory Usage: 16kB
--                           Buffers: shared hit=285
--                           ->  Index Scan using account_pkey on account a (actual time=0.002..0.002 rows=1 loops=96)
--                                 Index Cond: (id = p.person_id)
--                                 Buffers: shared hit=285
--               ->  Memoize (actual time=0.001..0.001 rows=1 loops=301)
--                     Cache Key: p.rental_id
--                     Cache Mode: logical
--                     Hits: 200  Misses: 101  Evictions: 0  Overflows: 0  Memory Usage: 17kB
--                     Buffers: shared hit=303
--                     ->  Index Scan using rental_pkey on rental t (actual time=0.001..0.001 rows=1 loops=101)
--                           Index Cond: (id = p.rental_id)
--                           Buffers: shared hit=303
-- Planning:
--   Buffers: shared hit=77
-- Planning Time: 2.074 ms
-- Execution Time: 2.304 ms
