-- search, rare word by rating

with "found_first" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1", "s"."key_2", "s"."key_3" from (
  select s.listing_id, s.title_tsv, "s"."rating_average" as "key_0", "s"."rating_count" as "key_1", "s"."created_at" as "key_2", "s"."listing_id" as "key_3", s.all_tsv, s.price_per_day_centavos from listing_search s
  where true
  order by "s"."rating_average" desc, "s"."rating_count" desc, "s"."created_at" desc, "s"."listing_id" desc limit 1500) s
where true
 and "s"."all_tsv" @@ to_tsquery('english', 'tino:*')) s where true  order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc, "s"."key_3" desc limit 25),
"found_all" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."rating_average" as "key_0", "s"."rating_count" as "key_1", "s"."created_at" as "key_2", "s"."listing_id" as "key_3" from listing_search s
  where true and (select count(*) from "found_first") < 25
  and "s"."all_tsv" @@ to_tsquery('english', 'tino:*') offset 0) s where true  order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc, "s"."key_3" desc limit 25),
"found" as materialized (
  select * from "found_first" where (select count(*) from "found_first") >= 25 union all select * from "found_all")
select l.id, l.title, l.price_per_day_centavos, l.location, coalesce(c.name, 'Uncategorized') as category_name,
  l.rating_average, l.rating_count, o.public_name as owner_name, (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths', "p".widths, 'thumbhash', "p".thumbhash) from photo p where p.listing_id = l.id order by p.position limit 1) as photo,
  false as is_favorite, jsonb_build_array("s"."key_0", "s"."key_1", to_char("s"."key_2" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), "s"."key_3") as key
from found s join listing l on l.id = s.listing_id left join category c on c.id = l.category_id join account o on o.id = l.owner_id order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc, "s"."key_3" desc;

-- Sort (actual time=10.975..10.986 rows=25 loops=1)
--   Sort Key: s.key_0 DESC, s.key_1 DESC, s.key_2 DESC, s.key_3 DESC
--   Sort Method: quicksort  Memory: 36kB
--   Buffers: shared hit=1300
--   CTE found_first
--     ->  Limit (actual time=0.037..9.954 rows=25 loops=1)
--           Buffers: shared hit=1074
--           ->  Subquery Scan on s_1 (actual time=0.036..9.949 rows=25 loops=1)
--                 Filter: (s_1.all_tsv @@ '''tino'':*'::tsquery)
--                 Rows Removed by Filter: 1047
--                 Buffers: shared hit=1074
--                 ->  Limit (actual time=0.017..9.371 rows=1072 loops=1)
--                       Buffers: shared hit=1074
--                       ->  Index Scan using listing_search_rating_idx on listing_search s_2 (actual time=0.016..9.241 rows=1072 loops=1)
--                             Buffers: shared hit=1074
--   CTE found_all
--     ->  Limit (actual time=0.026..0.027 rows=0 loops=1)
--           ->  Sort (actual time=0.024..0.026 rows=0 loops=1)
--                 Sort Key: s_3.rating_average DESC, s_3.rating_count DESC, s_3.created_at DESC, s_3.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 ->  Result (actual time=0.014..0.016 rows=0 loops=1)
--                       One-Time Filter: ($1 < '25'::bigint)
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.012..0.012 rows=1 loops=1)
--                               ->  CTE Scan on found_first (actual time=0.001..0.005 rows=25 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_3 (never executed)
--                             Recheck Cond: (all_tsv @@ '''tino'':*'::tsquery)
--                             ->  Bitmap Index Scan on listing_search_all_idx (never executed)
--                                   Index Cond: (all_tsv @@ '''tino'':*'::tsquery)
--   CTE found
--     ->  Append (actual time=10.009..10.056 rows=25 loops=1)
--           Buffers: shared hit=1074
--           ->  Result (actual time=10.007..10.022 rows=25 loops=1)
--                 One-Time Filter: ($3 >= '25'::bigint)
--                 Buffers: shared hit=1074
--                 InitPlan 4 (returns $3)
--                   ->  Aggregate (actual time=9.997..9.998 rows=1 loops=1)
--                         Buffers: shared hit=1074
--                         ->  CTE Scan on found_first found_first_1 (actual time=0.039..9.984 rows=25 loops=1)
--                               Buffers: shared hit=1074
--                 ->  CTE Scan on found_first found_first_2 (actual time=0.001..0.008 rows=25 loops=1)
--           ->  CTE Scan on found_all (actual time=0.027..0.027 rows=0 loops=1)
--   ->  Nested Loop (actual time=10.157..10.839 rows=25 loops=1)
--         Buffers: shared hit=1300
--         ->  Hash Left Join (actual time=10.078..10.281 rows=25 loops=1)
--               Hash Cond: (l.category_id = c.id)
--               Buffers: shared hit=1150
--               ->  Nested Loop (actual time=10.039..10.230 rows=25 loops=1)
--                     Buffers: shared hit=1149
--                     ->  CTE Scan on found s (actual time=10.013..10.076 rows=25 loops=1)
--                           Buffers: shared hit=1074
--                     ->  Index Scan using listing_pkey on listing l (actual time=0.005..0.005 rows=1 loops=25)
--                           Index Cond: (id = s.listing_id)
--                           Buffers: shared hit=75
--               ->  Hash (actual time=0.022..0.022 rows=12 loops=1)
--                     Buckets: 1024  Batches: 1  Memory Usage: 9kB
--                     Buffers: shared hit=1
--                     ->  Seq Scan on category c (actual time=0.011..0.014 rows=12 loops=1)
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
--   Buffers: shared hit=18
-- Planning Time: 2.454 ms
-- Execution Time: 11.156 ms
