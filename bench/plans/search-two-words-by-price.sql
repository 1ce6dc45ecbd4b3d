-- search, two words by price

with "found_first" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1", "s"."key_2" from (
  select s.listing_id, s.title_tsv, -s.price_per_day_centavos as "key_0", "s"."created_at" as "key_1", "s"."listing_id" as "key_2", s.all_tsv, s.price_per_day_centavos from listing_search s
  where true
  order by -s.price_per_day_centavos desc, "s"."created_at" desc, "s"."listing_id" desc limit 1500) s
where true  and "s"."all_tsv" @@ to_tsquery('english', 'tripod & acoustic:*')) s where true  order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc limit 25),
"found_all" as materialized (
select s.* from (select s.listing_id, s.title_tsv, -s.price_per_day_centavos as "key_0", "s"."created_at" as "key_1", "s"."listing_id" as "key_2" from listing_search s
  where true and (select count(*) from "found_first") < 25
  and "s"."all_tsv" @@ to_tsquery('english', 'tripod & acoustic:*') offset 0) s where true  order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc limit 25),
"found" as materialized (
  select * from "found_first" where (select count(*) from "found_first") >= 25 union all select * from "found_all")
select l.id, l.title, l.price_per_day_centavos, l.location, coalesce(c.name, 'Uncategorized') as category_name,
  l.rating_average, l.rating_count, o.public_name as owner_name, (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths', "p".widths, 'thumbhash', "p".thumbhash) from photo p where p.listing_id = l.id order by p.position limit 1) as photo,
  false as is_favorite, jsonb_build_array("s"."key_0", to_char("s"."key_1" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), "s"."key_2") as key
from found s join listing l on l.id = s.listing_id left join category c on c.id = l.category_id join account o on o.id = l.owner_id order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc;

-- Sort (actual time=6.689..6.699 rows=4 loops=1)
--   Sort Key: s.key_0 DESC, s.key_1 DESC, s.key_2 DESC
--   Sort Method: quicksort  Memory: 26kB
--   Buffers: shared hit=1546
--   CTE found_first
--     ->  Limit (actual time=5.119..6.251 rows=4 loops=1)
--           Buffers: shared hit=1500
--           ->  Subquery Scan on s_1 (actual time=5.117..6.248 rows=4 loops=1)
--                 Filter: (s_1.all_tsv @@ '''tripod'' & ''acoust'':*'::tsquery)
--                 Rows Removed by Filter: 1496
--                 Buffers: shared hit=1500
--                 ->  Limit (actual time=0.017..5.459 rows=1500 loops=1)
--                       Buffers: shared hit=1500
--                       ->  Index Scan using listing_search_cheap_idx on listing_search s_2 (actual time=0.017..5.276 rows=1500 loops=1)
--                             Buffers: shared hit=1500
--   CTE found_all
--     ->  Limit (actual time=0.136..0.139 rows=4 loops=1)
--           Buffers: shared hit=9
--           ->  Sort (actual time=0.134..0.137 rows=4 loops=1)
--                 Sort Key: ((- s_3.price_per_day_centavos)) DESC, s_3.created_at DESC, s_3.listing_id DESC
--                 Sort Method: quicksort  Memory: 26kB
--                 Buffers: shared hit=9
--                 ->  Result (actual time=0.110..0.117 rows=4 loops=1)
--                       One-Time Filter: ($1 < '25'::bigint)
--                       Buffers: shared hit=9
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.006..0.007 rows=1 loops=1)
--                               ->  CTE Scan on found_first (actual time=0.001..0.002 rows=4 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_3 (actual time=0.098..0.102 rows=4 loops=1)
--                             Recheck Cond: (all_tsv @@ '''tripod'' & ''acoust'':*'::tsquery)
--                             Heap Blocks: exact=4
--                             Buffers: shared hit=9
--                             ->  Bitmap Index Scan on listing_search_all_idx (actual time=0.093..0.093 rows=4 loops=1)
--                                   Index Cond: (all_tsv @@ '''tripod'' & ''acoust'':*'::tsquery)
--                                   Buffers: shared hit=5
--   CTE found
--     ->  Append (actual time=6.421..6.427 rows=4 loops=1)
--           Buffers: shared hit=1509
--           ->  Result (actual time=6.279..6.281 rows=0 loops=1)
--                 One-Time Filter: ($3 >= '25'::bigint)
--                 Buffers: shared hit=1500
--                 InitPlan 4 (returns $3)
--                   ->  Aggregate (actual time=6.274..6.275 rows=1 loops=1)
--                         Buffers: shared hit=1500
--                         ->  CTE Scan on found_first found_first_1 (actual time=5.126..6.264 rows=4 loops=1)
--                               Buffers: shared hit=1500
--                 ->  CTE Scan on found_first found_first_2 (never executed)
--           ->  CTE Scan on found_all (actual time=0.139..0.141 rows=4 loops=1)
--                 Buffers: shared hit=9
--   ->  Nested Loop (actual time=6.562..6.678 rows=4 loops=1)
--         Buffers: shared hit=1546
--         ->  Hash Left Join (actual time=6.489..6.521 rows=4 loops=1)
--               Hash Cond: (l.category_id = c.id)
--               Buffers: shared hit=1522
--               ->  Nested Loop (actual time=6.451..6.481 rows=4 loops=1)
--                     Buffers: shared hit=1521
--                     ->  CTE Scan on found s (actual time=6.424..6.430 rows=4 loops=1)
--                           Buffers: shared hit=1509
--                     ->  Index Scan using listing_pkey on listing l (actual time=0.010..0.010 rows=1 loops=4)
--                           Index Cond: (id = s.listing_id)
--                           Buffers: shared hit=12
--               ->  Hash (actual time=0.021..0.022 rows=12 loops=1)
--                     Buckets: 1024  Batches: 1  Memory Usage: 9kB
--                     Buffers: shared hit=1
--                     ->  Seq Scan on category c (actual time=0.011..0.014 rows=12 loops=1)
--                           Buffers: shared hit=1
--         ->  Index Scan using account_pkey on account o (actual time=0.005..0.005 rows=1 loops=4)
--               Index Cond: (id = l.owner_id)
--               Buffers: shared hit=12
--         SubPlan 6
--           ->  Limit (actual time=0.023..0.023 rows=1 loops=4)
--                 Buffers: shared hit=12
--                 ->  Index Scan using photo_listing_idx on photo p (actual time=0.022..0.022 rows=1 loops=4)
--                       Index Cond: (listing_id = l.id)
--                       Buffers: shared hit=12
-- Planning:
--   Buffers: shared hit=18
-- Planning Time: 9.813 ms
-- Execution Time: 6.865 ms
