-- search, rare word by rating, of 1,000,000 listings

with "found_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1", "s"."key_2", "s"."key_3" from (
  select s.listing_id, s.title_tsv,
"s"."rating_average" as "key_0", "s"."rating_count" as "key_1", "s"."created_at" as "key_2", "s"."listing_id" as "key_3", s.all_tsv, s.price_per_day_centavos from listing_search s
  where true
  order by "s"."rating_average" desc, "s"."rating_count" desc, "s"."created_at" desc, "s"."listing_id" desc limit 1500) s
where true
 and "s"."all_tsv" @@ to_tsquery('english', '(lalaga)')) s where true
  order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc, "s"."key_3" desc limit 25), "found_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv,
"s"."rating_average" as "key_0", "s"."rating_count" as "key_1", "s"."created_at" as "key_2", "s"."listing_id" as "key_3" from listing_search s where true and not (select count(*) from "found_step_0") >= 25
  and "s"."all_tsv" @@ to_tsquery('english', '(lalaga)')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc, "s"."key_3" desc limit 25),
"found" as materialized (select * from "found_step_0" where (select count(*) from "found_step_0") >= 25 union all select * from "found_step_1")
select l.id, l.title, l.price_per_day_centavos, l.location, coalesce(c.name, 'Uncategorized') as category_name,
  l.rating_average, l.rating_count, o.public_name as owner_name, (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths',
"p".widths, 'thumbhash', left("p".thumbhash, 4)) from photo p
  where p.listing_id = l.id order by p.position limit 1) as photo,
  false as is_favorite, jsonb_build_array("s"."key_0", "s"."key_1", to_char("s"."key_2" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), "s"."key_3") as key
from found s join listing l on l.id = s.listing_id left join category c on c.id = l.category_id join account o on o.id = l.owner_id order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc, "s"."key_3" desc;

-- Sort (actual time=2.088..2.092 rows=25 loops=1)
--   Sort Key: s.key_0 DESC, s.key_1 DESC, s.key_2 DESC, s.key_3 DESC
--   Sort Method: quicksort  Memory: 36kB
--   Buffers: shared hit=1888
--   CTE found_step_0
--     ->  Limit (actual time=1.612..1.612 rows=0 loops=1)
--           Buffers: shared hit=1512
--           ->  Subquery Scan on s_1 (actual time=1.611..1.612 rows=0 loops=1)
--                 Filter: (s_1.all_tsv @@ '''lalaga'''::tsquery)
--                 Rows Removed by Filter: 1500
--                 Buffers: shared hit=1512
--                 ->  Limit (actual time=0.006..1.340 rows=1500 loops=1)
--                       Buffers: shared hit=1512
--                       ->  Index Scan using listing_search_rating_idx on listing_search s_2 (actual time=0.005..1.252 rows=1500 loops=1)
--                             Buffers: shared hit=1512
--   CTE found_step_1
--     ->  Limit (actual time=0.112..0.115 rows=25 loops=1)
--           Buffers: shared hit=75
--           ->  Sort (actual time=0.111..0.113 rows=25 loops=1)
--                 Sort Key: s_3.rating_average DESC, s_3.rating_count DESC, s_3.created_at DESC, s_3.listing_id DESC
--                 Sort Method: top-N heapsort  Memory: 36kB
--                 Buffers: shared hit=75
--                 ->  Result (actual time=0.018..0.075 rows=71 loops=1)
--                       One-Time Filter: ($1 < '25'::bigint)
--                       Buffers: shared hit=75
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.001..0.001 rows=1 loops=1)
--                               ->  CTE Scan on found_step_0 (actual time=0.000..0.000 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_3 (actual time=0.016..0.066 rows=71 loops=1)
--                             Recheck Cond: (all_tsv @@ '''lalaga'''::tsquery)
--                             Heap Blocks: exact=71
--                             Buffers: shared hit=75
--                             ->  Bitmap Index Scan on listing_search_word_idx (actual time=0.010..0.010 rows=71 loops=1)
--                                   Index Cond: (all_tsv @@ '''lalaga'''::tsquery)
--                                   Buffers: shared hit=4
--   CTE found
--     ->  Append (actual time=1.728..1.736 rows=25 loops=1)
--           Buffers: shared hit=1587
--           ->  Result (actual time=1.615..1.615 rows=0 loops=1)
--                 One-Time Filter: ($3 >= '25'::bigint)
--                 Buffers: shared hit=1512
--                 InitPlan 4 (returns $3)
--                   ->  Aggregate (actual time=1.614..1.614 rows=1 loops=1)
--                         Buffers: shared hit=1512
--                         ->  CTE Scan on found_step_0 found_step_0_1 (actual time=1.612..1.612 rows=0 loops=1)
--                               Buffers: shared hit=1512
--                 ->  CTE Scan on found_step_0 found_step_0_2 (never executed)
--           ->  CTE Scan on found_step_1 (actual time=0.112..0.118 rows=25 loops=1)
--                 Buffers: shared hit=75
--   ->  Nested Loop (actual time=1.766..2.073 rows=25 loops=1)
--         Buffers: shared hit=1888
--         ->  Hash Left Join (actual time=1.745..1.843 rows=25 loops=1)
--               Hash Cond: (l.category_id = c.id)
--               Buffers: shared hit=1688
--               ->  Nested Loop (actual time=1.735..1.829 rows=25 loops=1)
--                     Buffers: shared hit=1687
--                     ->  CTE Scan on found s (actual time=1.728..1.739 rows=25 loops=1)
--                           Buffers: shared hit=1587
--                     ->  Index Scan using listing_pkey on listing l (actual time=0.003..0.003 rows=1 loops=25)
--                           Index Cond: (id = s.listing_id)
--                           Buffers: shared hit=100
--               ->  Hash (actual time=0.006..0.006 rows=12 loops=1)
--                     Buckets: 1024  Batches: 1  Memory Usage: 9kB
--                     Buffers: shared hit=1
--                     ->  Seq Scan on category c (actual time=0.003..0.004 rows=12 loops=1)
--                           Buffers: shared hit=1
--         ->  Index Scan using account_pkey on account o (actual time=0.002..0.002 rows=1 loops=25)
--               Index Cond: (id = l.owner_id)
--               Buffers: shared hit=100
--         SubPlan 6
--           ->  Limit (actual time=0.005..0.005 rows=1 loops=25)
--                 Buffers: shared hit=100
--                 ->  Index Scan using photo_listing_idx on photo p (actual time=0.005..0.005 rows=1 loops=25)
--                       Index Cond: (listing_id = l.id)
--                       Buffers: shared hit=100
-- Planning:
--   Buffers: shared hit=22
-- Planning Time: 0.461 ms
-- Execution Time: 2.140 ms

select -1 as typed, '' as word, greatest(reltuples, 1)::int as listing_count
from pg_class where oid = 'listing_search'::regclass union all (select 0::int, word, listing_count from search_term where word like 'lalaga%'
  order by listing_count desc, word limit 21);

-- Append (actual time=0.005..0.012 rows=2 loops=1)
--   Buffers: shared hit=6
--   ->  Index Scan using pg_class_oid_index on pg_class (actual time=0.005..0.005 rows=1 loops=1)
--         Index Cond: (oid = '18277'::oid)
--         Buffers: shared hit=3
--   ->  Limit (actual time=0.005..0.006 rows=1 loops=1)
--         Buffers: shared hit=3
--         ->  Sort (actual time=0.005..0.005 rows=1 loops=1)
--               Sort Key: search_term.listing_count DESC, search_term.word
--               Sort Method: quicksort  Memory: 25kB
--               Buffers: shared hit=3
--               ->  Index Scan using search_term_beginning_idx on search_term (actual time=0.003..0.003 rows=1 loops=1)
--                     Index Cond: ((word ~>=~ 'lalaga'::text) AND (word ~<~ 'lalagb'::text))
--                     Filter: (word ~~ 'lalaga%'::text)
--                     Buffers: shared hit=3
-- Planning:
--   Buffers: shared hit=1
-- Planning Time: 0.072 ms
-- Execution Time: 0.021 ms
