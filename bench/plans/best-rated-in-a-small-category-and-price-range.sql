-- best rated in a small category and price range

with "found_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1", "s"."key_2", "s"."key_3" from (
  select s.listing_id, s.title_tsv, "s"."rating_average" as "key_0", "s"."rating_count" as "key_1", "s"."created_at" as "key_2", "s"."listing_id" as "key_3", s.all_tsv, s.price_per_day_centavos from listing_search s
  where true and s.category_id = 12
  order by "s"."rating_average" desc, "s"."rating_count" desc, "s"."created_at" desc, "s"."listing_id" desc limit 1500) s
where true and s.price_per_day_centavos >= 5000
and s.price_per_day_centavos <= 9000 ) s where true
  order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc, "s"."key_3" desc limit 25), "found_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv, "s"."rating_average" as "key_0", "s"."rating_count" as "key_1", "s"."created_at" as "key_2", "s"."listing_id" as "key_3" from listing_search s where true and not (select count(*) from "found_step_0") >= 25 and s.category_id = 12 and s.price_per_day_centavos >= 5000
and s.price_per_day_centavos <= 9000
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc, "s"."key_3" desc limit 25),
"found" as materialized (select * from "found_step_0" where (select count(*) from "found_step_0") >= 25 union all select * from "found_step_1")
select l.id, l.title, l.price_per_day_centavos, l.location, coalesce(c.name, 'Uncategorized') as category_name,
  l.rating_average, l.rating_count, o.public_name as owner_name, (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths', "p".widths, 'thumbhash', "p".thumbhash) from photo p where p.listing_id = l.id order by p.position limit 1) as photo,
  false as is_favorite, jsonb_build_array("s"."key_0", "s"."key_1", to_char("s"."key_2" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), "s"."key_3") as key
from found s join listing l on l.id = s.listing_id left join category c on c.id = l.category_id join account o on o.id = l.owner_id order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc, "s"."key_3" desc;

-- Sort (actual time=11.940..11.954 rows=25 loops=1)
--   Sort Key: s.key_0 DESC, s.key_1 DESC, s.key_2 DESC, s.key_3 DESC
--   Sort Method: quicksort  Memory: 37kB
--   Buffers: shared hit=959
--   CTE found_step_0
--     ->  Limit (actual time=0.037..10.565 rows=25 loops=1)
--           Buffers: shared hit=658
--           ->  Subquery Scan on s_1 (actual time=0.036..10.558 rows=25 loops=1)
--                 Filter: ((s_1.price_per_day_centavos >= 5000) AND (s_1.price_per_day_centavos <= 9000))
--                 Rows Removed by Filter: 625
--                 Buffers: shared hit=658
--                 ->  Limit (actual time=0.027..10.463 rows=650 loops=1)
--                       Buffers: shared hit=658
--                       ->  Index Scan using listing_search_category_rating_idx on listing_search s_2 (actual time=0.026..10.357 rows=650 loops=1)
--                             Index Cond: (category_id = 12)
--                             Buffers: shared hit=658
--   CTE found_step_1
--     ->  Limit (actual time=0.030..0.032 rows=0 loops=1)
--           ->  Sort (actual time=0.029..0.030 rows=0 loops=1)
--                 Sort Key: s_3.rating_average DESC, s_3.rating_count DESC, s_3.created_at DESC, s_3.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 ->  Result (actual time=0.016..0.017 rows=0 loops=1)
--                       One-Time Filter: ($1 < '25'::bigint)
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.013..0.013 rows=1 loops=1)
--                               ->  CTE Scan on found_step_0 (actual time=0.001..0.005 rows=25 loops=1)
--                       ->  Index Scan using listing_search_category_dear_idx on listing_search s_3 (never executed)
--                             Index Cond: ((category_id = 12) AND (price_per_day_centavos >= 5000) AND (price_per_day_centavos <= 9000))
--   CTE found
--     ->  Append (actual time=10.628..10.693 rows=25 loops=1)
--           Buffers: shared hit=658
--           ->  Result (actual time=10.626..10.644 rows=25 loops=1)
--                 One-Time Filter: ($3 >= '25'::bigint)
--                 Buffers: shared hit=658
--                 InitPlan 4 (returns $3)
--                   ->  Aggregate (actual time=10.616..10.617 rows=1 loops=1)
--                         Buffers: shared hit=658
--                         ->  CTE Scan on found_step_0 found_step_0_1 (actual time=0.040..10.600 rows=25 loops=1)
--                               Buffers: shared hit=658
--                 ->  CTE Scan on found_step_0 found_step_0_2 (actual time=0.001..0.009 rows=25 loops=1)
--           ->  CTE Scan on found_step_1 (actual time=0.032..0.032 rows=0 loops=1)
--   ->  Nested Loop (actual time=10.796..11.880 rows=25 loops=1)
--         Buffers: shared hit=959
--         ->  Hash Left Join (actual time=10.707..11.038 rows=25 loops=1)
--               Hash Cond: (l.category_id = c.id)
--               Buffers: shared hit=759
--               ->  Nested Loop (actual time=10.664..10.979 rows=25 loops=1)
--                     Buffers: shared hit=758
--                     ->  CTE Scan on found s (actual time=10.631..10.715 rows=25 loops=1)
--                           Buffers: shared hit=658
--                     ->  Index Scan using listing_pkey on listing l (actual time=0.009..0.009 rows=1 loops=25)
--                           Index Cond: (id = s.listing_id)
--                           Buffers: shared hit=100
--               ->  Hash (actual time=0.022..0.023 rows=12 loops=1)
--                     Buckets: 1024  Batches: 1  Memory Usage: 9kB
--                     Buffers: shared hit=1
--                     ->  Seq Scan on category c (actual time=0.011..0.015 rows=12 loops=1)
--                           Buffers: shared hit=1
--         ->  Index Scan using account_pkey on account o (actual time=0.007..0.007 rows=1 loops=25)
--               Index Cond: (id = l.owner_id)
--               Buffers: shared hit=100
--         SubPlan 6
--           ->  Limit (actual time=0.018..0.019 rows=1 loops=25)
--                 Buffers: shared hit=100
--                 ->  Index Scan using photo_listing_idx on photo p (actual time=0.018..0.018 rows=1 loops=25)
--                       Index Cond: (listing_id = l.id)
--                       Buffers: shared hit=100
-- Planning:
--   Buffers: shared hit=27
-- Planning Time: 1.440 ms
-- Execution Time: 12.147 ms
