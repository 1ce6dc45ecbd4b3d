-- search, rare word by rating

with "found_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1", "s"."key_2", "s"."key_3" from (
  select s.listing_id, s.title_tsv, "s"."rating_average" as "key_0", "s"."rating_count" as "key_1", "s"."created_at" as "key_2", "s"."listing_id" as "key_3", s.all_tsv, s.price_per_day_centavos from listing_search s
  where true
  order by "s"."rating_average" desc, "s"."rating_count" desc, "s"."created_at" desc, "s"."listing_id" desc limit 1500) s
where true
 and "s"."all_tsv" @@ to_tsquery('english', 'bulida:*')) s where true
  order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc, "s"."key_3" desc limit 25), "found_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv, "s"."rating_average" as "key_0", "s"."rating_count" as "key_1", "s"."created_at" as "key_2", "s"."listing_id" as "key_3" from listing_search s where true and not (select count(*) from "found_step_0") >= 25
  and "s"."all_tsv" @@ to_tsquery('english', 'bulida:*')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc, "s"."key_3" desc limit 25),
"found" as materialized (select * from "found_step_0" where (select count(*) from "found_step_0") >= 25 union all select * from "found_step_1")
select l.id, l.title, l.price_per_day_centavos, l.location, coalesce(c.name, 'Uncategorized') as category_name,
  l.rating_average, l.rating_count, o.public_name as owner_name, (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths', "p".widths, 'thumbhash', "p".thumbhash) from photo p where p.listing_id = l.id order by p.position limit 1) as photo,
  false as is_favorite, jsonb_build_array("s"."key_0", "s"."key_1", to_char("s"."key_2" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), "s"."key_3") as key
from found s join listing l on l.id = s.listing_id left join category c on c.id = l.category_id join account o on o.id = l.owner_id order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc, "s"."key_3" desc;

-- Sort (actual time=15.910..15.928 rows=25 loops=1)
--   Sort Key: s.key_0 DESC, s.key_1 DESC, s.key_2 DESC, s.key_3 DESC
--   Sort Method: quicksort  Memory: 36kB
--   Buffers: shared hit=1884
--   CTE found_step_0
--     ->  Limit (actual time=9.892..9.896 rows=0 loops=1)
--           Buffers: shared hit=1512
--           ->  Subquery Scan on s_1 (actual time=9.890..9.893 rows=0 loops=1)
--                 Filter: (s_1.all_tsv @@ '''bulida'':*'::tsquery)
--                 Rows Removed by Filter: 1500
--                 Buffers: shared hit=1512
--                 ->  Limit (actual time=0.021..3.227 rows=1500 loops=1)
--                       Buffers: shared hit=1512
--                       ->  Index Scan using listing_search_rating_idx on listing_search s_2 (actual time=0.020..3.020 rows=1500 loops=1)
--                             Buffers: shared hit=1512
--   CTE found_step_1
--     ->  Limit (actual time=4.412..4.424 rows=25 loops=1)
--           Buffers: shared hit=71
--           ->  Sort (actual time=4.410..4.418 rows=25 loops=1)
--                 Sort Key: s_3.rating_average DESC, s_3.rating_count DESC, s_3.created_at DESC, s_3.listing_id DESC
--                 Sort Method: top-N heapsort  Memory: 35kB
--                 Buffers: shared hit=71
--                 ->  Result (actual time=0.086..0.258 rows=67 loops=1)
--                       One-Time Filter: ($1 < '25'::bigint)
--                       Buffers: shared hit=71
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.004..0.005 rows=1 loops=1)
--                               ->  CTE Scan on found_step_0 (actual time=0.001..0.001 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_3 (actual time=0.077..0.221 rows=67 loops=1)
--                             Recheck Cond: (all_tsv @@ '''bulida'':*'::tsquery)
--                             Heap Blocks: exact=67
--                             Buffers: shared hit=71
--                             ->  Bitmap Index Scan on listing_search_all_idx (actual time=0.061..0.061 rows=67 loops=1)
--                                   Index Cond: (all_tsv @@ '''bulida'':*'::tsquery)
--                                   Buffers: shared hit=4
--   CTE found
--     ->  Append (actual time=14.327..14.357 rows=25 loops=1)
--           Buffers: shared hit=1583
--           ->  Result (actual time=9.907..9.909 rows=0 loops=1)
--                 One-Time Filter: ($3 >= '25'::bigint)
--                 Buffers: shared hit=1512
--                 InitPlan 4 (returns $3)
--                   ->  Aggregate (actual time=9.899..9.900 rows=1 loops=1)
--                         Buffers: shared hit=1512
--                         ->  CTE Scan on found_step_0 found_step_0_1 (actual time=9.894..9.894 rows=0 loops=1)
--                               Buffers: shared hit=1512
--                 ->  CTE Scan on found_step_0 found_step_0_2 (never executed)
--           ->  CTE Scan on found_step_1 (actual time=4.417..4.438 rows=25 loops=1)
--                 Buffers: shared hit=71
--   ->  Nested Loop (actual time=14.527..15.854 rows=25 loops=1)
--         Buffers: shared hit=1884
--         ->  Hash Left Join (actual time=14.409..14.716 rows=25 loops=1)
--               Hash Cond: (l.category_id = c.id)
--               Buffers: shared hit=1684
--               ->  Nested Loop (actual time=14.367..14.657 rows=25 loops=1)
--                     Buffers: shared hit=1683
--                     ->  CTE Scan on found s (actual time=14.329..14.366 rows=25 loops=1)
--                           Buffers: shared hit=1583
--                     ->  Index Scan using listing_pkey on listing l (actual time=0.010..0.010 rows=1 loops=25)
--                           Index Cond: (id = s.listing_id)
--                           Buffers: shared hit=100
--               ->  Hash (actual time=0.023..0.024 rows=12 loops=1)
--                     Buckets: 1024  Batches: 1  Memory Usage: 9kB
--                     Buffers: shared hit=1
--                     ->  Seq Scan on category c (actual time=0.011..0.014 rows=12 loops=1)
--                           Buffers: shared hit=1
--         ->  Index Scan using account_pkey on account o (actual time=0.018..0.018 rows=1 loops=25)
--               Index Cond: (id = l.owner_id)
--               Buffers: shared hit=100
--         SubPlan 6
--           ->  Limit (actual time=0.019..0.019 rows=1 loops=25)
--                 Buffers: shared hit=100
--                 ->  Index Scan using photo_listing_idx on photo p (actual time=0.019..0.019 rows=1 loops=25)
--                       Index Cond: (listing_id = l.id)
--                       Buffers: shared hit=100
-- Planning:
--   Buffers: shared hit=20
-- Planning Time: 3.636 ms
-- Execution Time: 16.109 ms
