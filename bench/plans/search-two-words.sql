-- search, two words

with "titled_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where true
  order by "s"."score" desc, "s"."listing_id" desc limit 4000) s
where true
 and "s"."title_tsv" @@ to_tsquery('english', 'acoustic & cooler:*')) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 500), "titled_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where hot and true and not (select count(*) from "titled_step_0") >= 500
  and "s"."title_tsv" @@ to_tsquery('english', 'acoustic & cooler:*')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 500), "titled_step_2" as materialized (select s.* from (
select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where true and not (select count(*) from "titled_step_0") >= 500 and not (select count(*) from "titled_step_1") >= 500
  and "s"."title_tsv" @@ to_tsquery('english', 'acoustic & cooler:*')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 500),
"titled" as materialized (select * from "titled_step_0" where (select count(*) from "titled_step_0") >= 500 union all select * from "titled_step_1" where (select count(*) from "titled_step_1") >= 500 union all select * from "titled_step_2"),
  ranked as materialized (
    select listing_id, ts_rank(title_tsv, to_tsquery('english', 'acoustic & cooler:*')) as rank, key_0 as score from titled),
  "described_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where (select count(*) from ranked) < 500
  and (select count(*) from ranked where true) <= 24
  order by "s"."score" desc, "s"."listing_id" desc limit 1500) s
where true
 and "s"."all_tsv" @@ to_tsquery('english', 'acoustic & cooler:*') and s.listing_id not in (select listing_id from ranked)) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 25), "described_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where (select count(*) from ranked) < 500
  and (select count(*) from ranked where true) <= 24 and not (select count(*) from "described_step_0") >= 25
  and "s"."all_tsv" @@ to_tsquery('english', 'acoustic & cooler:*') and s.listing_id not in (select listing_id from ranked)
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 25),
"described" as materialized (select * from "described_step_0" where (select count(*) from "described_step_0") >= 25 union all select * from "described_step_1"),
  found as (
    select * from (
      select * from (table ranked union all select listing_id, 0::real, key_0 from described) z
      where true order by rank desc, score desc, listing_id desc offset 0) s
    where true  order by rank desc, score desc, listing_id desc limit 25)
select l.id, l.title, l.price_per_day_centavos, l.location, coalesce(c.name, 'Uncategorized') as category_name,
  l.rating_average, l.rating_count, o.public_name as owner_name, (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths', "p".widths, 'thumbhash', "p".thumbhash) from photo p where p.listing_id = l.id order by p.position limit 1) as photo,
  false as is_favorite, found.rank, found.score
from found join listing l on l.id = found.listing_id left join category c on c.id = l.category_id join account o on o.id = l.owner_id
order by found.rank desc, found.score desc, l.id desc;

-- Nested Loop (actual time=34.011..34.567 rows=25 loops=1)
--   Buffers: shared hit=7572
--   CTE titled_step_0
--     ->  Limit (actual time=0.343..6.659 rows=14 loops=1)
--           Buffers: shared hit=4022
--           ->  Subquery Scan on s (actual time=0.343..6.656 rows=14 loops=1)
--                 Filter: (s.title_tsv @@ '''acoust'' & ''cooler'':*'::tsquery)
--                 Rows Removed by Filter: 3986
--                 Buffers: shared hit=4022
--                 ->  Limit (actual time=0.017..5.825 rows=4000 loops=1)
--                       Buffers: shared hit=4022
--                       ->  Index Scan using listing_search_score_idx on listing_search s_1 (actual time=0.016..5.538 rows=4000 loops=1)
--                             Buffers: shared hit=4022
--   CTE titled_step_1
--     ->  Limit (actual time=0.705..0.726 rows=148 loops=1)
--           Buffers: shared hit=165
--           ->  Sort (actual time=0.704..0.714 rows=148 loops=1)
--                 Sort Key: s_2.score DESC, s_2.listing_id DESC
--                 Sort Method: quicksort  Memory: 63kB
--                 Buffers: shared hit=165
--                 ->  Result (actual time=0.356..0.643 rows=148 loops=1)
--                       One-Time Filter: ($1 < '500'::bigint)
--                       Buffers: shared hit=165
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.005..0.006 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_0 (actual time=0.000..0.002 rows=14 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_2 (actual time=0.347..0.610 rows=148 loops=1)
--                             Recheck Cond: ((title_tsv @@ '''acoust'' & ''cooler'':*'::tsquery) AND hot)
--                             Heap Blocks: exact=148
--                             Buffers: shared hit=165
--                             ->  Bitmap Index Scan on listing_search_title_hot_idx (actual time=0.330..0.330 rows=148 loops=1)
--                                   Index Cond: (title_tsv @@ '''acoust'' & ''cooler'':*'::tsquery)
--                                   Buffers: shared hit=17
--   CTE titled_step_2
--     ->  Limit (actual time=20.405..20.494 rows=500 loops=1)
--           Buffers: shared hit=3081
--           ->  Sort (actual time=20.404..20.452 rows=500 loops=1)
--                 Sort Key: s_3.score DESC, s_3.listing_id DESC
--                 Sort Method: top-N heapsort  Memory: 243kB
--                 Buffers: shared hit=3081
--                 ->  Result (actual time=14.302..19.402 rows=3016 loops=1)
--                       One-Time Filter: (($3 < '500'::bigint) AND ($4 < '500'::bigint))
--                       Buffers: shared hit=3081
--                       InitPlan 4 (returns $3)
--                         ->  Aggregate (actual time=0.004..0.005 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_0 titled_step_0_1 (actual time=0.001..0.002 rows=14 loops=1)
--                       InitPlan 5 (returns $4)
--                         ->  Aggregate (actual time=0.019..0.020 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_1 (actual time=0.000..0.010 rows=148 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_3 (actual time=14.271..18.872 rows=3016 loops=1)
--                             Recheck Cond: (title_tsv @@ '''acoust'' & ''cooler'':*'::tsquery)
--                             Heap Blocks: exact=2970
--                             Buffers: shared hit=3081
--                             ->  Bitmap Index Scan on listing_search_title_idx (actual time=13.868..13.869 rows=3016 loops=1)
--                                   Index Cond: (title_tsv @@ '''acoust'' & ''cooler'':*'::tsquery)
--                                   Buffers: shared hit=111
--   CTE titled
--     ->  Append (actual time=33.035..33.260 rows=500 loops=1)
--           Buffers: shared hit=7268
--           ->  Result (actual time=11.859..11.861 rows=0 loops=1)
--                 One-Time Filter: ($6 >= '500'::bigint)
--                 Buffers: shared hit=4022
--                 InitPlan 7 (returns $6)
--                   ->  Aggregate (actual time=11.855..11.856 rows=1 loops=1)
--                         Buffers: shared hit=4022
--                         ->  CTE Scan on titled_step_0 titled_step_0_2 (actual time=0.345..11.843 rows=14 loops=1)
--                               Buffers: shared hit=4022
--                 ->  CTE Scan on titled_step_0 titled_step_0_3 (never executed)
--           ->  Result (actual time=0.763..0.764 rows=0 loops=1)
--                 One-Time Filter: ($7 >= '500'::bigint)
--                 Buffers: shared hit=165
--                 InitPlan 8 (returns $7)
--                   ->  Aggregate (actual time=0.760..0.761 rows=1 loops=1)
--                         Buffers: shared hit=165
--                         ->  CTE Scan on titled_step_1 titled_step_1_1 (actual time=0.707..0.745 rows=148 loops=1)
--                               Buffers: shared hit=165
--                 ->  CTE Scan on titled_step_1 titled_step_1_2 (never executed)
--           ->  CTE Scan on titled_step_2 (actual time=20.409..20.588 rows=500 loops=1)
--                 Buffers: shared hit=3081
--   CTE ranked
--     ->  CTE Scan on titled (actual time=33.044..33.511 rows=500 loops=1)
--           Buffers: shared hit=7268
--   CTE described_step_0
--     ->  Limit (actual time=0.068..0.071 rows=0 loops=1)
--           ->  Subquery Scan on s_4 (actual time=0.066..0.069 rows=0 loops=1)
--                 Filter: ((s_4.all_tsv @@ '''acoust'' & ''cooler'':*'::tsquery) AND (NOT (hashed SubPlan 11)))
--                 ->  Limit (actual time=0.065..0.067 rows=0 loops=1)
--                       InitPlan 12 (returns $11)
--                         ->  Aggregate (actual time=0.062..0.062 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_2 (actual time=0.000..0.033 rows=500 loops=1)
--                       InitPlan 13 (returns $12)
--                         ->  Aggregate (never executed)
--                               ->  CTE Scan on ranked ranked_3 (never executed)
--                       ->  Result (actual time=0.064..0.064 rows=0 loops=1)
--                             One-Time Filter: (($11 < '500'::bigint) AND ($12 <= '24'::bigint))
--                             ->  Index Scan using listing_search_score_idx on listing_search s_5 (never executed)
--                 SubPlan 11
--                   ->  CTE Scan on ranked ranked_1 (never executed)
--   CTE described_step_1
--     ->  Limit (actual time=0.070..0.073 rows=0 loops=1)
--           ->  Sort (actual time=0.069..0.072 rows=0 loops=1)
--                 Sort Key: s_6.score DESC, s_6.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 ->  Result (actual time=0.061..0.064 rows=0 loops=1)
--                       One-Time Filter: (($14 < '500'::bigint) AND ($15 <= '24'::bigint) AND ($16 < '25'::bigint))
--                       InitPlan 15 (returns $14)
--                         ->  Aggregate (actual time=0.060..0.060 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_4 (actual time=0.000..0.033 rows=500 loops=1)
--                       InitPlan 16 (returns $15)
--                         ->  Aggregate (never executed)
--                               ->  CTE Scan on ranked ranked_5 (never executed)
--                       InitPlan 17 (returns $16)
--                         ->  Aggregate (never executed)
--                               ->  CTE Scan on described_step_0 (never executed)
--                       ->  Bitmap Heap Scan on listing_search s_6 (never executed)
--                             Recheck Cond: (all_tsv @@ '''acoust'' & ''cooler'':*'::tsquery)
--                             Filter: (NOT (hashed SubPlan 18))
--                             ->  Bitmap Index Scan on listing_search_all_idx (never executed)
--                                   Index Cond: (all_tsv @@ '''acoust'' & ''cooler'':*'::tsquery)
--                             SubPlan 18
--                               ->  CTE Scan on ranked ranked_6 (never executed)
--   CTE described
--     ->  Append (actual time=0.145..0.147 rows=0 loops=1)
--           ->  Result (actual time=0.073..0.074 rows=0 loops=1)
--                 One-Time Filter: ($19 >= '25'::bigint)
--                 InitPlan 20 (returns $19)
--                   ->  Aggregate (actual time=0.071..0.072 rows=1 loops=1)
--                         ->  CTE Scan on described_step_0 described_step_0_1 (actual time=0.069..0.069 rows=0 loops=1)
--                 ->  CTE Scan on described_step_0 described_step_0_2 (never executed)
--           ->  CTE Scan on described_step_1 (actual time=0.071..0.071 rows=0 loops=1)
--   ->  Nested Loop Left Join (actual time=33.962..34.132 rows=25 loops=1)
--         Buffers: shared hit=7372
--         ->  Nested Loop (actual time=33.948..34.102 rows=25 loops=1)
--               Buffers: shared hit=7368
--               ->  Limit (actual time=33.910..33.915 rows=25 loops=1)
--                     Buffers: shared hit=7268
--                     ->  Sort (actual time=33.909..33.912 rows=25 loops=1)
--                           Sort Key: ranked.rank DESC, ranked.score DESC, ranked.listing_id DESC
--                           Sort Method: top-N heapsort  Memory: 28kB
--                           Buffers: shared hit=7268
--                           ->  Append (actual time=33.047..33.842 rows=500 loops=1)
--                                 Buffers: shared hit=7268
--                                 ->  CTE Scan on ranked (actual time=33.046..33.653 rows=500 loops=1)
--                                       Buffers: shared hit=7268
--                                 ->  CTE Scan on described (actual time=0.147..0.147 rows=0 loops=1)
--               ->  Index Scan using listing_pkey on listing l (actual time=0.007..0.007 rows=1 loops=25)
--                     Index Cond: (id = ranked.listing_id)
--                     Buffers: shared hit=100
--         ->  Memoize (actual time=0.001..0.001 rows=1 loops=25)
--               Cache Key: l.category_id
--               Cache Mode: logical
--               Hits: 23  Misses: 2  Evictions: 0  Overflows: 0  Memory Usage: 1kB
--               Buffers: shared hit=4
--               ->  Index Scan using category_pkey on category c (actual time=0.004..0.004 rows=1 loops=2)
--                     Index Cond: (id = l.category_id)
--                     Buffers: shared hit=4
--   ->  Index Scan using account_pkey on account o (actual time=0.005..0.005 rows=1 loops=25)
--         Index Cond: (id = l.owner_id)
--         Buffers: shared hit=100
--   SubPlan 22
--     ->  Limit (actual time=0.010..0.010 rows=1 loops=25)
--           Buffers: shared hit=100
--           ->  Index Scan using photo_listing_idx on photo p (actual time=0.010..0.010 rows=1 loops=25)
--                 Index Cond: (listing_id = l.id)
--                 Buffers: shared hit=100
-- Planning:
--   Buffers: shared hit=23
-- Planning Time: 3.783 ms
-- Execution Time: 34.907 ms
