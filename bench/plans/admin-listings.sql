-- admin listings, of 20,000 listings

select l.id, l.title, (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths',
"p".widths, 'thumbhash', left("p".thumbhash, 4)) from photo p
  where p.listing_id = l.id order by p.position limit 1) as photo, coalesce(c.name, 'Uncategorized') as category_name,
l.price_per_day_centavos, l.status, l.paused_at,
l.taken_down_at, l.owner_suspended, l.edited_at, l.moderated_at, l.created_at, coalesce(l.edited_at > l.moderated_at,
false) as edited_since_review, l.rental_count, o.first_name || ' ' || o.last_name as owner_name, o.email as owner_email, to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as table_key,
  (l.id)::text as table_id,
  (select count(*)::int from (select 1 from listing l left join category c on c.id = l.category_id join account o on o.id = l.owner_id where l.archived_at is null
  limit 1001) counted) as table_total
from listing l left join category c on c.id = l.category_id join account o on o.id = l.owner_id where l.archived_at is null
order by l.created_at desc, l.id desc limit 26;

-- Limit (actual time=1.363..1.604 rows=26 loops=1)
--   Buffers: shared hit=1430
--   InitPlan 2 (returns $2)
--     ->  Aggregate (actual time=1.330..1.331 rows=1 loops=1)
--           Buffers: shared hit=1232
--           ->  Limit (actual time=0.008..1.277 rows=1001 loops=1)
--                 Buffers: shared hit=1232
--                 ->  Nested Loop (actual time=0.008..1.221 rows=1001 loops=1)
--                       Buffers: shared hit=1232
--                       ->  Seq Scan on listing l_1 (actual time=0.004..0.494 rows=1001 loops=1)
--                             Filter: (archived_at IS NULL)
--                             Rows Removed by Filter: 12
--                             Buffers: shared hit=141
--                       ->  Memoize (actual time=0.001..0.001 rows=1 loops=1001)
--                             Cache Key: l_1.owner_id
--                             Cache Mode: logical
--                             Hits: 456  Misses: 545  Evictions: 0  Overflows: 0  Memory Usage: 69kB
--                             Buffers: shared hit=1091
--                             ->  Index Only Scan using account_pkey on account o_1 (actual time=0.001..0.001 rows=1 loops=545)
--                                   Index Cond: (id = l_1.owner_id)
--                                   Heap Fetches: 0
--                                   Buffers: shared hit=1091
--   ->  Nested Loop (actual time=1.363..1.601 rows=26 loops=1)
--         Buffers: shared hit=1430
--         ->  Nested Loop Left Join (actual time=0.011..0.068 rows=26 loops=1)
--               Buffers: shared hit=42
--               ->  Index Scan using listing_all_newest_idx on listing l (actual time=0.007..0.046 rows=26 loops=1)
--                     Buffers: shared hit=28
--               ->  Memoize (actual time=0.001..0.001 rows=1 loops=26)
--                     Cache Key: l.category_id
--                     Cache Mode: logical
--                     Hits: 19  Misses: 7  Evictions: 0  Overflows: 0  Memory Usage: 1kB
--                     Buffers: shared hit=14
--                     ->  Index Scan using category_pkey on category c (actual time=0.001..0.001 rows=1 loops=7)
--                           Index Cond: (id = l.category_id)
--                           Buffers: shared hit=14
--         ->  Memoize (actual time=0.002..0.002 rows=1 loops=26)
--               Cache Key: l.owner_id
--               Cache Mode: logical
--               Hits: 0  Misses: 26  Evictions: 0  Overflows: 0  Memory Usage: 5kB
--               Buffers: shared hit=78
--               ->  Index Scan using account_pkey on account o (actual time=0.001..0.001 rows=1 loops=26)
--                     Index Cond: (id = l.owner_id)
--                     Buffers: shared hit=78
--         SubPlan 1
--           ->  Limit (actual time=0.004..0.004 rows=1 loops=26)
--                 Buffers: shared hit=78
--                 ->  Index Scan using photo_listing_idx on photo p (actual time=0.004..0.004 rows=1 loops=26)
--                       Index Cond: (listing_id = l.id)
--                       Buffers: shared hit=78
-- Planning:
--   Buffers: shared hit=29
-- Planning Time: 0.382 ms
-- Execution Time: 1.645 ms
