-- admin reviews, of 20,000 listings

select r.id, r.rating, r.body, r.verified, r.status, r.created_at, r.edited_at, r.listing_id,
l.title as listing_title,
l.archived_at is null as can_open, case when a.deleted_at is null then a.first_name || ' ' || a.last_name else 'Deleted user' end as author_name, case when a.deleted_at is null then a.email end as author_email, to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as table_key,
  (r.id)::text as table_id,
  (select count(*)::int from (select 1 from review r join listing l on l.id = r.listing_id join account a on a.id = r.author_id where true
  limit 1001) counted) as table_total
from review r join listing l on l.id = r.listing_id join account a on a.id = r.author_id where true
order by r.created_at desc, r.id desc limit 26;

-- Limit (actual time=1.616..1.855 rows=26 loops=1)
--   Buffers: shared hit=236
--   InitPlan 1 (returns $0)
--     ->  Aggregate (actual time=1.588..1.589 rows=1 loops=1)
--           Buffers: shared hit=52
--           ->  Limit (actual time=0.651..1.546 rows=1001 loops=1)
--                 Buffers: shared hit=52
--                 ->  Hash Join (actual time=0.651..1.491 rows=1001 loops=1)
--                       Hash Cond: (r_1.author_id = a_1.id)
--                       Buffers: shared hit=52
--                       ->  Merge Join (actual time=0.008..0.690 rows=1001 loops=1)
--                             Merge Cond: (r_1.listing_id = l_1.id)
--                             Buffers: shared hit=32
--                             ->  Index Only Scan using review_listing_id_author_id_key on review r_1 (actual time=0.003..0.078 rows=1001 loops=1)
--                                   Heap Fetches: 0
--                                   Buffers: shared hit=11
--                             ->  Index Only Scan using listing_pkey on listing l_1 (actual time=0.004..0.308 rows=4112 loops=1)
--                                   Heap Fetches: 0
--                                   Buffers: shared hit=21
--                       ->  Hash (actual time=0.640..0.640 rows=4001 loops=1)
--                             Buckets: 4096  Batches: 1  Memory Usage: 220kB
--                             Buffers: shared hit=20
--                             ->  Index Only Scan using account_pkey on account a_1 (actual time=0.004..0.269 rows=4001 loops=1)
--                                   Heap Fetches: 0
--                                   Buffers: shared hit=20
--   ->  Nested Loop (actual time=1.616..1.852 rows=26 loops=1)
--         Buffers: shared hit=236
--         ->  Nested Loop (actual time=0.016..0.161 rows=26 loops=1)
--               Buffers: shared hit=106
--               ->  Index Scan using review_newest_idx on review r (actual time=0.006..0.037 rows=26 loops=1)
--                     Buffers: shared hit=28
--               ->  Memoize (actual time=0.004..0.004 rows=1 loops=26)
--                     Cache Key: r.listing_id
--                     Cache Mode: logical
--                     Hits: 0  Misses: 26  Evictions: 0  Overflows: 0  Memory Usage: 5kB
--                     Buffers: shared hit=78
--                     ->  Index Scan using listing_pkey on listing l (actual time=0.004..0.004 rows=1 loops=26)
--                           Index Cond: (id = r.listing_id)
--                           Buffers: shared hit=78
--         ->  Memoize (actual time=0.003..0.003 rows=1 loops=26)
--               Cache Key: r.author_id
--               Cache Mode: logical
--               Hits: 0  Misses: 26  Evictions: 0  Overflows: 0  Memory Usage: 5kB
--               Buffers: shared hit=78
--               ->  Index Scan using account_pkey on account a (actual time=0.002..0.002 rows=1 loops=26)
--                     Index Cond: (id = r.author_id)
--                     Buffers: shared hit=78
-- Planning:
--   Buffers: shared hit=50
-- Planning Time: 0.439 ms
-- Execution Time: 1.898 ms
