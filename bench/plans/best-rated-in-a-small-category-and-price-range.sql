-- best rated in a small category and price range

with "found_first" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1", "s"."key_2", "s"."key_3" from (
  select s.listing_id, s.title_tsv, "s"."rating_average" as "key_0", "s"."rating_count" as "key_1", "s"."created_at" as "key_2", "s"."listing_id" as "key_3", s.all_tsv, s.price_per_day_centavos from listing_search s
  where true and s.category_id = 12
  order by "s"."rating_average" desc, "s"."rating_count" desc, "s"."created_at" desc, "s"."listing_id" desc limit 1500) s
where true and s.price_per_day_centavos >= 5000
and s.price_per_day_centavos <= 9000 ) s where true  order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc, "s"."key_3" desc limit 25),
"found_all" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."rating_average" as "key_0", "s"."rating_count" as "key_1", "s"."created_at" as "key_2", "s"."listing_id" as "key_3" from listing_search s
  where true and (select count(*) from "found_first") < 25 and s.category_id = 12 and s.price_per_day_centavos >= 5000
and s.price_per_day_centavos <= 9000   offset 0) s where true  order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc, "s"."key_3" desc limit 25),
"found" as materialized (
  select * from "found_first" where (select count(*) from "found_first") >= 25 union all select * from "found_all")
select l.id, l.title, l.price_per_day_centavos, l.location, coalesce(c.name, 'Uncategorized') as category_name,
  l.rating_average, l.rating_count, o.public_name as owner_name, (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths', "p".widths, 'thumbhash', "p".thumbhash) from photo p where p.listing_id = l.id order by p.position limit 1) as photo,
  false as is_favorite, jsonb_build_array("s"."key_0", "s"."key_1", to_char("s"."key_2" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), "s"."key_3") as key
from found s join listing l on l.id = s.listing_id left join category c on c.id = l.category_id join account o on o.id = l.owner_id order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc, "s"."key_3" desc;

-- Sort (actual time=0.291..0.295 rows=3 loops=1)
--   Sort Key: s.key_0 DESC, s.key_1 DESC, s.key_2 DESC, s.key_3 DESC
--   Sort Method: quicksort  Memory: 26kB
--   Buffers: shared hit=95
--   CTE found_first
--     ->  Limit (actual time=0.072..0.121 rows=3 loops=1)
--           Buffers: shared hit=57
--           ->  Subquery Scan on s_1 (actual time=0.071..0.119 rows=3 loops=1)
--                 Filter: ((s_1.price_per_day_centavos >= 5000) AND (s_1.price_per_day_centavos <= 9000))
--                 Rows Removed by Filter: 52
--                 Buffers: shared hit=57
--                 ->  Limit (actual time=0.018..0.112 rows=55 loops=1)
--                       Buffers: shared hit=57
--                       ->  Index Scan using listing_search_category_rating_idx on listing_search s_2 (actual time=0.018..0.107 rows=55 loops=1)
--                             Index Cond: (category_id = 12)
--                             Buffers: shared hit=57
--   CTE found_all
--     ->  Limit (actual time=0.020..0.022 rows=3 loops=1)
--           Buffers: shared hit=5
--           ->  Sort (actual time=0.020..0.021 rows=3 loops=1)
--                 Sort Key: s_3.rating_average DESC, s_3.rating_count DESC, s_3.created_at DESC, s_3.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=5
--                 ->  Result (actual time=0.011..0.013 rows=3 loops=1)
--                       One-Time Filter: ($1 < '25'::bigint)
--                       Buffers: shared hit=5
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.002..0.002 rows=1 loops=1)
--                               ->  CTE Scan on found_first (actual time=0.000..0.001 rows=3 loops=1)
--                       ->  Index Scan using listing_search_category_dear_idx on listing_search s_3 (actual time=0.008..0.009 rows=3 loops=1)
--                             Index Cond: ((category_id = 12) AND (price_per_day_centavos >= 5000) AND (price_per_day_centavos <= 9000))
--                             Buffers: shared hit=5
--   CTE found
--     ->  Append (actual time=0.153..0.155 rows=3 loops=1)
--           Buffers: shared hit=62
--           ->  Result (actual time=0.131..0.132 rows=0 loops=1)
--                 One-Time Filter: ($3 >= '25'::bigint)
--                 Buffers: shared hit=57
--                 InitPlan 4 (returns $3)
--                   ->  Aggregate (actual time=0.128..0.129 rows=1 loops=1)
--                         Buffers: shared hit=57
--                         ->  CTE Scan on found_first found_first_1 (actual time=0.075..0.124 rows=3 loops=1)
--                               Buffers: shared hit=57
--                 ->  CTE Scan on found_first found_first_2 (never executed)
--           ->  CTE Scan on found_all (actual time=0.021..0.022 rows=3 loops=1)
--                 Buffers: shared hit=5
--   ->  Nested Loop (actual time=0.229..0.281 rows=3 loops=1)
--         Buffers: shared hit=95
--         ->  Nested Loop Left Join (actual time=0.171..0.192 rows=3 loops=1)
--               Buffers: shared hit=77
--               ->  Nested Loop (actual time=0.166..0.184 rows=3 loops=1)
--                     Buffers: shared hit=71
--                     ->  CTE Scan on found s (actual time=0.154..0.157 rows=3 loops=1)
--                           Buffers: shared hit=62
--                     ->  Index Scan using listing_pkey on listing l (actual time=0.007..0.008 rows=1 loops=3)
--                           Index Cond: (id = s.listing_id)
--                           Buffers: shared hit=9
--               ->  Index Scan using category_pkey on category c (actual time=0.002..0.002 rows=1 loops=3)
--                     Index Cond: (id = l.category_id)
--                     Buffers: shared hit=6
--         ->  Index Scan using account_pkey on account o (actual time=0.003..0.003 rows=1 loops=3)
--               Index Cond: (id = l.owner_id)
--               Buffers: shared hit=9
--         SubPlan 6
--           ->  Limit (actual time=0.018..0.019 rows=1 loops=3)
--                 Buffers: shared hit=9
--                 ->  Index Scan using photo_listing_idx on photo p (actual time=0.018..0.018 rows=1 loops=3)
--                       Index Cond: (listing_id = l.id)
--                       Buffers: shared hit=9
-- Planning:
--   Buffers: shared hit=23
-- Planning Time: 0.812 ms
-- Execution Time: 0.404 ms
