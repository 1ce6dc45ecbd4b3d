-- suggestions, of 1,000,000 listings

with "titled_step_0" as materialized (select s.* from (
select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where hot and true
  and "s"."title_tsv" @@ to_tsquery('english', '(acoustic) & (coo | cooler | scooter)')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 24), "titled_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where true and not (select count(*) from "titled_step_0") >= 24
  and "s"."title_tsv" @@ to_tsquery('english', '(acoustic) & (coo | cooler | scooter)')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 24),
"titled" as materialized (select * from "titled_step_0" where (select count(*) from "titled_step_0") >= 24 union all select * from "titled_step_1"),
  by_category as materialized (
    select n.id as listing_id, 0::real as rank, extract(epoch from n.created_at)::real as score
    from category c cross join lateral (
      select l.id, l.created_at from listing l where l.is_public and l.category_id = c.id
      order by l.created_at desc, l.id desc limit 8) n
    where c.name ilike '%acoustic coo%'),
  found as (
    select listing_id, max(rank) as rank, max(score) as score
    from (
      select listing_id, ts_rank(title_tsv, to_tsquery('english', '(acoustic) & (coo | cooler | scooter)')) as rank, key_0 as score from titled
      union all table by_category) z
    group by listing_id order by 2 desc, 3 desc, 1 limit 8)
select l.id, l.title, coalesce(c.name, 'Uncategorized') as category_name, l.price_per_day_centavos,
  (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths',
"p".widths, 'thumbhash', left("p".thumbhash, 4)) from photo p
  where p.listing_id = l.id order by p.position limit 1) as photo, l.status from found join listing l on l.id = found.listing_id left join category c on c.id = l.category_id
order by found.rank desc, found.score desc, l.id;

-- Nested Loop Left Join (actual time=0.402..0.464 rows=8 loops=1)
--   Buffers: shared hit=265
--   CTE titled_step_0
--     ->  Limit (actual time=0.312..0.314 rows=24 loops=1)
--           Buffers: shared hit=184
--           ->  Sort (actual time=0.312..0.313 rows=24 loops=1)
--                 Sort Key: s.score DESC, s.listing_id DESC
--                 Sort Method: top-N heapsort  Memory: 31kB
--                 Buffers: shared hit=184
--                 ->  Bitmap Heap Scan on listing_search s (actual time=0.193..0.287 rows=164 loops=1)
--                       Recheck Cond: ((title_tsv @@ '''acoust'' & ( ''coo'' | ''cooler'' | ''scooter'' )'::tsquery) AND hot)
--                       Heap Blocks: exact=163
--                       Buffers: shared hit=184
--                       ->  Bitmap Index Scan on listing_search_hot_title_word_idx (actual time=0.180..0.180 rows=164 loops=1)
--                             Index Cond: (title_tsv @@ '''acoust'' & ( ''coo'' | ''cooler'' | ''scooter'' )'::tsquery)
--                             Buffers: shared hit=21
--   CTE titled_step_1
--     ->  Limit (actual time=0.005..0.005 rows=0 loops=1)
--           ->  Sort (actual time=0.004..0.005 rows=0 loops=1)
--                 Sort Key: s_1.score DESC, s_1.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 ->  Result (actual time=0.003..0.004 rows=0 loops=1)
--                       One-Time Filter: ($1 < '24'::bigint)
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.003..0.003 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_0 (actual time=0.000..0.001 rows=24 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_1 (never executed)
--                             Recheck Cond: (title_tsv @@ '''acoust'' & ( ''coo'' | ''cooler'' | ''scooter'' )'::tsquery)
--                             ->  Bitmap Index Scan on listing_search_title_word_idx (never executed)
--                                   Index Cond: (title_tsv @@ '''acoust'' & ( ''coo'' | ''cooler'' | ''scooter'' )'::tsquery)
--   CTE titled
--     ->  Append (actual time=0.321..0.331 rows=24 loops=1)
--           Buffers: shared hit=184
--           ->  Result (actual time=0.321..0.325 rows=24 loops=1)
--                 One-Time Filter: ($3 >= '24'::bigint)
--                 Buffers: shared hit=184
--                 InitPlan 4 (returns $3)
--                   ->  Aggregate (actual time=0.319..0.319 rows=1 loops=1)
--                         Buffers: shared hit=184
--                         ->  CTE Scan on titled_step_0 titled_step_0_1 (actual time=0.312..0.317 rows=24 loops=1)
--                               Buffers: shared hit=184
--                 ->  CTE Scan on titled_step_0 titled_step_0_2 (actual time=0.000..0.002 rows=24 loops=1)
--           ->  CTE Scan on titled_step_1 (actual time=0.005..0.005 rows=0 loops=1)
--   CTE by_category
--     ->  Nested Loop (actual time=0.016..0.016 rows=0 loops=1)
--           Buffers: shared hit=1
--           ->  Seq Scan on category c_1 (actual time=0.016..0.016 rows=0 loops=1)
--                 Filter: (name ~~* '%acoustic coo%'::text)
--                 Rows Removed by Filter: 12
--                 Buffers: shared hit=1
--           ->  Limit (never executed)
--                 ->  Index Only Scan using listing_category_newest_idx on listing l_1 (never executed)
--                       Index Cond: (category_id = c_1.id)
--                       Heap Fetches: 0
--   ->  Nested Loop (actual time=0.387..0.408 rows=8 loops=1)
--         Buffers: shared hit=217
--         ->  Limit (actual time=0.380..0.381 rows=8 loops=1)
--               Buffers: shared hit=185
--               ->  Sort (actual time=0.380..0.381 rows=8 loops=1)
--                     Sort Key: (max((ts_rank(titled.title_tsv, '''acoust'' & ( ''coo'' | ''cooler'' | ''scooter'' )'::tsquery)))) DESC, (max(titled.key_0)) DESC, titled.listing_id
--                     Sort Method: top-N heapsort  Memory: 25kB
--                     Buffers: shared hit=185
--                     ->  HashAggregate (actual time=0.370..0.373 rows=24 loops=1)
--                           Group Key: titled.listing_id
--                           Batches: 1  Memory Usage: 24kB
--                           Buffers: shared hit=185
--                           ->  Append (actual time=0.323..0.364 rows=24 loops=1)
--                                 Buffers: shared hit=185
--                                 ->  CTE Scan on titled (actual time=0.323..0.346 rows=24 loops=1)
--                                       Buffers: shared hit=184
--                                 ->  CTE Scan on by_category (actual time=0.016..0.016 rows=0 loops=1)
--                                       Buffers: shared hit=1
--         ->  Index Scan using listing_pkey on listing l (actual time=0.003..0.003 rows=1 loops=8)
--               Index Cond: (id = titled.listing_id)
--               Buffers: shared hit=32
--   ->  Index Scan using category_pkey on category c (actual time=0.001..0.001 rows=1 loops=8)
--         Index Cond: (id = l.category_id)
--         Buffers: shared hit=16
--   SubPlan 7
--     ->  Limit (actual time=0.005..0.005 rows=1 loops=8)
--           Buffers: shared hit=32
--           ->  Index Scan using photo_listing_idx on photo p (actual time=0.005..0.005 rows=1 loops=8)
--                 Index Cond: (listing_id = l.id)
--                 Buffers: shared hit=32
-- Planning:
--   Buffers: shared hit=15
-- Planning Time: 0.437 ms
-- Execution Time: 0.511 ms

select -1 as typed, '' as word, greatest(reltuples, 1)::int as listing_count
from pg_class where oid = 'listing_search'::regclass union all (select 0::int, word, listing_count from search_term where word like '%acoustic%'
  order by listing_count desc, word limit 21) union all (select 1::int, word, listing_count from search_term where word like '%coo%'
  order by listing_count desc, word limit 21);

-- Append (actual time=0.005..0.023 rows=4 loops=1)
--   Buffers: shared hit=22
--   ->  Index Scan using pg_class_oid_index on pg_class (actual time=0.004..0.005 rows=1 loops=1)
--         Index Cond: (oid = '18277'::oid)
--         Buffers: shared hit=3
--   ->  Limit (actual time=0.011..0.011 rows=1 loops=1)
--         Buffers: shared hit=14
--         ->  Sort (actual time=0.011..0.011 rows=1 loops=1)
--               Sort Key: search_term.listing_count DESC, search_term.word
--               Sort Method: quicksort  Memory: 25kB
--               Buffers: shared hit=14
--               ->  Bitmap Heap Scan on search_term (actual time=0.008..0.009 rows=1 loops=1)
--                     Recheck Cond: (word ~~ '%acoustic%'::text)
--                     Heap Blocks: exact=1
--                     Buffers: shared hit=14
--                     ->  Bitmap Index Scan on search_term_trgm_idx (actual time=0.007..0.007 rows=1 loops=1)
--                           Index Cond: (word ~~ '%acoustic%'::text)
--                           Buffers: shared hit=13
--   ->  Limit (actual time=0.005..0.006 rows=2 loops=1)
--         Buffers: shared hit=5
--         ->  Sort (actual time=0.005..0.006 rows=2 loops=1)
--               Sort Key: search_term_1.listing_count DESC, search_term_1.word
--               Sort Method: quicksort  Memory: 25kB
--               Buffers: shared hit=5
--               ->  Bitmap Heap Scan on search_term search_term_1 (actual time=0.003..0.004 rows=2 loops=1)
--                     Recheck Cond: (word ~~ '%coo%'::text)
--                     Heap Blocks: exact=2
--                     Buffers: shared hit=5
--                     ->  Bitmap Index Scan on search_term_trgm_idx (actual time=0.002..0.002 rows=2 loops=1)
--                           Index Cond: (word ~~ '%coo%'::text)
--                           Buffers: shared hit=3
-- Planning:
--   Buffers: shared hit=2
-- Planning Time: 0.082 ms
-- Execution Time: 0.038 ms
