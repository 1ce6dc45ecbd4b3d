-- best rated

with "found_first" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1", "s"."key_2", "s"."key_3" from (
  select s.listing_id, s.title_tsv, "s"."rating_average" as "key_0", "s"."rating_count" as "key_1", "s"."created_at" as "key_2", "s"."listing_id" as "key_3", s.all_tsv, s.price_per_day_centavos from listing_search s
  where true
  order by "s"."rating_average" desc, "s"."rating_count" desc, "s"."created_at" desc, "s"."listing_id" desc limit 1500) s
where true
 ) s where true  order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc, "s"."key_3" desc limit 25),
"found_all" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."rating_average" as "key_0", "s"."rating_count" as "key_1", "s"."created_at" as "key_2", "s"."listing_id" as "key_3" from listing_search s
  where true and (select count(*) from "found_first") < 25
   offset 0) s where true  order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc, "s"."key_3" desc limit 25),
"found" as materialized (
  select * from "found_first" where (select count(*) from "found_first") >= 25 union all select * from "found_all")
select l.id, l.title, l.price_per_day_centavos, l.location, coalesce(c.name, 'Uncategorized') as category_name,
  l.rating_average, l.rating_count, o.public_name as owner_name, (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths', "p".widths, 'thumbhash', "p".thumbhash) from photo p where p.listing_id = l.id order by p.position limit 1) as photo,
  false as is_favorite, jsonb_build_array("s"."key_0", "s"."key_1", to_char("s"."key_2" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), "s"."key_3") as key
from found s join listing l on l.id = s.listing_id left join category c on c.id = l.category_id join account o on o.id = l.owner_id order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc, "s"."key_3" desc;

-- Sort (actual time=15.224..15.239 rows=25 loops=1)
--   Sort Key: s.key_0 DESC, s.key_1 DESC, s.key_2 DESC, s.key_3 DESC
--   Sort Method: quicksort  Memory: 37kB
--   Buffers: shared hit=253
--   CTE found_first
--     ->  Limit (actual time=0.025..0.080 rows=25 loops=1)
--           Buffers: shared hit=27
--           ->  Subquery Scan on s_1 (actual time=0.024..0.075 rows=25 loops=1)
--                 Buffers: shared hit=27
--                 ->  Limit (actual time=0.024..0.070 rows=25 loops=1)
--                       Buffers: shared hit=27
--                       ->  Index Scan using listing_search_rating_idx on listing_search s_2 (actual time=0.023..0.066 rows=25 loops=1)
--                             Buffers: shared hit=27
--   CTE found_all
--     ->  Limit (actual time=0.033..0.034 rows=0 loops=1)
--           ->  Sort (actual time=0.031..0.033 rows=0 loops=1)
--                 Sort Key: s_3.rating_average DESC, s_3.rating_count DESC, s_3.created_at DESC, s_3.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 ->  Result (actual time=0.018..0.019 rows=0 loops=1)
--                       One-Time Filter: ($1 < '25'::bigint)
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.014..0.015 rows=1 loops=1)
--                               ->  CTE Scan on found_first (actual time=0.001..0.005 rows=25 loops=1)
--                       ->  Seq Scan on listing_search s_3 (never executed)
--   CTE found
--     ->  Append (actual time=0.113..0.187 rows=25 loops=1)
--           Buffers: shared hit=27
--           ->  Result (actual time=0.112..0.140 rows=25 loops=1)
--                 One-Time Filter: ($3 >= '25'::bigint)
--                 Buffers: shared hit=27
--                 InitPlan 4 (returns $3)
--                   ->  Aggregate (actual time=0.107..0.108 rows=1 loops=1)
--                         Buffers: shared hit=27
--                         ->  CTE Scan on found_first found_first_1 (actual time=0.028..0.099 rows=25 loops=1)
--                               Buffers: shared hit=27
--                 ->  CTE Scan on found_first found_first_2 (actual time=0.000..0.014 rows=25 loops=1)
--           ->  CTE Scan on found_all (actual time=0.034..0.034 rows=0 loops=1)
--   ->  Nested Loop (actual time=0.215..15.144 rows=25 loops=1)
--         Buffers: shared hit=253
--         ->  Hash Left Join (actual time=0.157..14.551 rows=25 loops=1)
--               Hash Cond: (l.category_id = c.id)
--               Buffers: shared hit=103
--               ->  Nested Loop (actual time=0.131..14.500 rows=25 loops=1)
--                     Buffers: shared hit=102
--                     ->  CTE Scan on found s (actual time=0.114..14.296 rows=25 loops=1)
--                           Buffers: shared hit=27
--                     ->  Index Scan using listing_pkey on listing l (actual time=0.007..0.007 rows=1 loops=25)
--                           Index Cond: (id = s.listing_id)
--                           Buffers: shared hit=75
--               ->  Hash (actual time=0.018..0.019 rows=12 loops=1)
--                     Buckets: 1024  Batches: 1  Memory Usage: 9kB
--                     Buffers: shared hit=1
--                     ->  Seq Scan on category c (actual time=0.009..0.012 rows=12 loops=1)
--                           Buffers: shared hit=1
--         ->  Index Scan using account_pkey on account o (actual time=0.003..0.003 rows=1 loops=25)
--               Index Cond: (id = l.owner_id)
--               Buffers: shared hit=75
--         SubPlan 6
--           ->  Limit (actual time=0.013..0.013 rows=1 loops=25)
--                 Buffers: shared hit=75
--                 ->  Index Scan using photo_listing_idx on photo p (actual time=0.013..0.013 rows=1 loops=25)
--                       Index Cond: (listing_id = l.id)
--                       Buffers: shared hit=75
-- Planning:
--   Buffers: shared hit=17
-- Planning Time: 1.217 ms
-- Execution Time: 15.437 ms
