-- search, two words by price

with "found_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1", "s"."key_2" from (
  select s.listing_id, s.title_tsv, -s.price_per_day_centavos as "key_0", "s"."created_at" as "key_1", "s"."listing_id" as "key_2", s.all_tsv, s.price_per_day_centavos from listing_search s
  where true
  order by -s.price_per_day_centavos desc, "s"."created_at" desc, "s"."listing_id" desc limit 1500) s
where true  and "s"."all_tsv" @@ to_tsquery('english', 'cooler & acoustic:*')) s where true
  order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc limit 25), "found_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv, -s.price_per_day_centavos as "key_0", "s"."created_at" as "key_1", "s"."listing_id" as "key_2" from listing_search s where true and not (select count(*) from "found_step_0") >= 25
  and "s"."all_tsv" @@ to_tsquery('english', 'cooler & acoustic:*')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc limit 25),
"found" as materialized (select * from "found_step_0" where (select count(*) from "found_step_0") >= 25 union all select * from "found_step_1")
select l.id, l.title, l.price_per_day_centavos, l.location, coalesce(c.name, 'Uncategorized') as category_name,
  l.rating_average, l.rating_count, o.public_name as owner_name, (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths', "p".widths, 'thumbhash', "p".thumbhash) from photo p where p.listing_id = l.id order by p.position limit 1) as photo,
  false as is_favorite, jsonb_build_array("s"."key_0", to_char("s"."key_1" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), "s"."key_2") as key
from found s join listing l on l.id = s.listing_id left join category c on c.id = l.category_id join account o on o.id = l.owner_id order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc;

-- Sort (actual time=188.933..188.949 rows=25 loops=1)
--   Sort Key: s.key_0 DESC, s.key_1 DESC, s.key_2 DESC
--   Sort Method: quicksort  Memory: 36kB
--   Buffers: shared hit=4845
--   CTE found_step_0
--     ->  Limit (actual time=8.279..8.282 rows=0 loops=1)
--           Buffers: shared hit=1512
--           ->  Subquery Scan on s_1 (actual time=8.277..8.280 rows=0 loops=1)
--                 Filter: (s_1.all_tsv @@ '''cooler'' & ''acoust'':*'::tsquery)
--                 Rows Removed by Filter: 1500
--                 Buffers: shared hit=1512
--                 ->  Limit (actual time=0.025..7.534 rows=1500 loops=1)
--                       Buffers: shared hit=1512
--                       ->  Index Scan using listing_search_cheap_idx on listing_search s_2 (actual time=0.024..7.320 rows=1500 loops=1)
--                             Buffers: shared hit=1512
--   CTE found_step_1
--     ->  Limit (actual time=179.438..179.448 rows=25 loops=1)
--           Buffers: shared hit=3032
--           ->  Sort (actual time=179.436..179.442 rows=25 loops=1)
--                 Sort Key: ((- s_3.price_per_day_centavos)) DESC, s_3.created_at DESC, s_3.listing_id DESC
--                 Sort Method: top-N heapsort  Memory: 35kB
--                 Buffers: shared hit=3032
--                 ->  Result (actual time=162.834..178.036 rows=3016 loops=1)
--                       One-Time Filter: ($1 < '25'::bigint)
--                       Buffers: shared hit=3032
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.003..0.004 rows=1 loops=1)
--                               ->  CTE Scan on found_step_0 (actual time=0.001..0.001 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_3 (actual time=162.822..172.936 rows=3016 loops=1)
--                             Recheck Cond: (all_tsv @@ '''cooler'' & ''acoust'':*'::tsquery)
--                             Heap Blocks: exact=2970
--                             Buffers: shared hit=3032
--                             ->  Bitmap Index Scan on listing_search_all_idx (actual time=162.144..162.144 rows=3016 loops=1)
--                                   Index Cond: (all_tsv @@ '''cooler'' & ''acoust'':*'::tsquery)
--                                   Buffers: shared hit=62
--   CTE found
--     ->  Append (actual time=187.738..187.764 rows=25 loops=1)
--           Buffers: shared hit=4544
--           ->  Result (actual time=8.293..8.295 rows=0 loops=1)
--                 One-Time Filter: ($3 >= '25'::bigint)
--                 Buffers: shared hit=1512
--                 InitPlan 4 (returns $3)
--                   ->  Aggregate (actual time=8.286..8.288 rows=1 loops=1)
--                         Buffers: shared hit=1512
--                         ->  CTE Scan on found_step_0 found_step_0_1 (actual time=8.280..8.281 rows=0 loops=1)
--                               Buffers: shared hit=1512
--                 ->  CTE Scan on found_step_0 found_step_0_2 (never executed)
--           ->  CTE Scan on found_step_1 (actual time=179.442..179.460 rows=25 loops=1)
--                 Buffers: shared hit=3032
--   ->  Nested Loop (actual time=187.906..188.887 rows=25 loops=1)
--         Buffers: shared hit=4845
--         ->  Hash Left Join (actual time=187.817..188.102 rows=25 loops=1)
--               Hash Cond: (l.category_id = c.id)
--               Buffers: shared hit=4645
--               ->  Nested Loop (actual time=187.776..188.046 rows=25 loops=1)
--                     Buffers: shared hit=4644
--                     ->  CTE Scan on found s (actual time=187.740..187.773 rows=25 loops=1)
--                           Buffers: shared hit=4544
--                     ->  Index Scan using listing_pkey on listing l (actual time=0.010..0.010 rows=1 loops=25)
--                           Index Cond: (id = s.listing_id)
--                           Buffers: shared hit=100
--               ->  Hash (actual time=0.022..0.023 rows=12 loops=1)
--                     Buckets: 1024  Batches: 1  Memory Usage: 9kB
--                     Buffers: shared hit=1
--                     ->  Seq Scan on category c (actual time=0.011..0.014 rows=12 loops=1)
--                           Buffers: shared hit=1
--         ->  Index Scan using account_pkey on account o (actual time=0.007..0.007 rows=1 loops=25)
--               Index Cond: (id = l.owner_id)
--               Buffers: shared hit=100
--         SubPlan 6
--           ->  Limit (actual time=0.018..0.018 rows=1 loops=25)
--                 Buffers: shared hit=100
--                 ->  Index Scan using photo_listing_idx on photo p (actual time=0.018..0.018 rows=1 loops=25)
--                       Index Cond: (listing_id = l.id)
--                       Buffers: shared hit=100
-- Planning:
--   Buffers: shared hit=20
-- Planning Time: 5.794 ms
-- Execution Time: 189.175 ms
