-- dearest in a price range

with "found_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1", "s"."key_2" from (
  select s.listing_id, s.title_tsv, "s"."price_per_day_centavos" as "key_0", "s"."created_at" as "key_1", "s"."listing_id" as "key_2", s.all_tsv, s.price_per_day_centavos from listing_search s
  where true  and s.price_per_day_centavos >= 10000
and s.price_per_day_centavos <= 20000
  order by "s"."price_per_day_centavos" desc, "s"."created_at" desc, "s"."listing_id" desc limit 1500) s
where true  ) s where true
  order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc limit 25), "found_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv, "s"."price_per_day_centavos" as "key_0", "s"."created_at" as "key_1", "s"."listing_id" as "key_2" from listing_search s where true and not (select count(*) from "found_step_0") >= 25  and s.price_per_day_centavos >= 10000
and s.price_per_day_centavos <= 20000
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc limit 25),
"found" as materialized (select * from "found_step_0" where (select count(*) from "found_step_0") >= 25 union all select * from "found_step_1")
select l.id, l.title, l.price_per_day_centavos, l.location, coalesce(c.name, 'Uncategorized') as category_name,
  l.rating_average, l.rating_count, o.public_name as owner_name, (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths', "p".widths, 'thumbhash', "p".thumbhash) from photo p where p.listing_id = l.id order by p.position limit 1) as photo,
  false as is_favorite, jsonb_build_array("s"."key_0", to_char("s"."key_1" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), "s"."key_2") as key
from found s join listing l on l.id = s.listing_id left join category c on c.id = l.category_id join account o on o.id = l.owner_id order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc;

-- Sort (actual time=1.223..1.234 rows=25 loops=1)
--   Sort Key: s.key_0 DESC, s.key_1 DESC, s.key_2 DESC
--   Sort Method: quicksort  Memory: 36kB
--   Buffers: shared hit=329
--   CTE found_step_0
--     ->  Limit (actual time=0.032..0.106 rows=25 loops=1)
--           Buffers: shared hit=28
--           ->  Subquery Scan on s_1 (actual time=0.031..0.101 rows=25 loops=1)
--                 Buffers: shared hit=28
--                 ->  Limit (actual time=0.030..0.095 rows=25 loops=1)
--                       Buffers: shared hit=28
--                       ->  Index Scan using listing_search_dear_idx on listing_search s_2 (actual time=0.029..0.090 rows=25 loops=1)
--                             Index Cond: ((price_per_day_centavos >= 10000) AND (price_per_day_centavos <= 20000))
--                             Buffers: shared hit=28
--   CTE found_step_1
--     ->  Limit (actual time=0.020..0.022 rows=0 loops=1)
--           ->  Sort (actual time=0.019..0.021 rows=0 loops=1)
--                 Sort Key: s_3.price_per_day_centavos DESC, s_3.created_at DESC, s_3.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 ->  Result (actual time=0.012..0.014 rows=0 loops=1)
--                       One-Time Filter: ($1 < '25'::bigint)
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.011..0.011 rows=1 loops=1)
--                               ->  CTE Scan on found_step_0 (actual time=0.000..0.004 rows=25 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_3 (never executed)
--                             Recheck Cond: ((price_per_day_centavos >= 10000) AND (price_per_day_centavos <= 20000))
--                             ->  Bitmap Index Scan on listing_search_dear_idx (never executed)
--                                   Index Cond: ((price_per_day_centavos >= 10000) AND (price_per_day_centavos <= 20000))
--   CTE found
--     ->  Append (actual time=0.142..0.183 rows=25 loops=1)
--           Buffers: shared hit=28
--           ->  Result (actual time=0.141..0.156 rows=25 loops=1)
--                 One-Time Filter: ($3 >= '25'::bigint)
--                 Buffers: shared hit=28
--                 InitPlan 4 (returns $3)
--                   ->  Aggregate (actual time=0.136..0.137 rows=1 loops=1)
--                         Buffers: shared hit=28
--                         ->  CTE Scan on found_step_0 found_step_0_1 (actual time=0.034..0.127 rows=25 loops=1)
--                               Buffers: shared hit=28
--                 ->  CTE Scan on found_step_0 found_step_0_2 (actual time=0.000..0.006 rows=25 loops=1)
--           ->  CTE Scan on found_step_1 (actual time=0.021..0.021 rows=0 loops=1)
--   ->  Nested Loop (actual time=0.255..1.174 rows=25 loops=1)
--         Buffers: shared hit=329
--         ->  Hash Left Join (actual time=0.186..0.429 rows=25 loops=1)
--               Hash Cond: (l.category_id = c.id)
--               Buffers: shared hit=129
--               ->  Nested Loop (actual time=0.162..0.390 rows=25 loops=1)
--                     Buffers: shared hit=128
--                     ->  CTE Scan on found s (actual time=0.144..0.201 rows=25 loops=1)
--                           Buffers: shared hit=28
--                     ->  Index Scan using listing_pkey on listing l (actual time=0.006..0.007 rows=1 loops=25)
--                           Index Cond: (id = s.listing_id)
--                           Buffers: shared hit=100
--               ->  Hash (actual time=0.015..0.016 rows=12 loops=1)
--                     Buckets: 1024  Batches: 1  Memory Usage: 9kB
--                     Buffers: shared hit=1
--                     ->  Seq Scan on category c (actual time=0.005..0.009 rows=12 loops=1)
--                           Buffers: shared hit=1
--         ->  Index Scan using account_pkey on account o (actual time=0.007..0.007 rows=1 loops=25)
--               Index Cond: (id = l.owner_id)
--               Buffers: shared hit=100
--         SubPlan 6
--           ->  Limit (actual time=0.016..0.016 rows=1 loops=25)
--                 Buffers: shared hit=100
--                 ->  Index Scan using photo_listing_idx on photo p (actual time=0.016..0.016 rows=1 loops=25)
--                       Index Cond: (listing_id = l.id)
--                       Buffers: shared hit=100
-- Planning:
--   Buffers: shared hit=35
-- Planning Time: 1.328 ms
-- Execution Time: 1.399 ms
