-- search, rare word

with "titled_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where true
  order by "s"."score" desc, "s"."listing_id" desc limit 4000) s
where true
 and "s"."title_tsv" @@ to_tsquery('english', 'bulida:*')) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 500), "titled_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where hot and true and not (select count(*) from "titled_step_0") >= 500
  and "s"."title_tsv" @@ to_tsquery('english', 'bulida:*')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 500), "titled_step_2" as materialized (select s.* from (
select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where true and not (select count(*) from "titled_step_0") >= 500 and not (select count(*) from "titled_step_1") >= 500
  and "s"."title_tsv" @@ to_tsquery('english', 'bulida:*')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 500),
"titled" as materialized (select * from "titled_step_0" where (select count(*) from "titled_step_0") >= 500 union all select * from "titled_step_1" where (select count(*) from "titled_step_1") >= 500 union all select * from "titled_step_2"),
  ranked as materialized (
    select listing_id, ts_rank(title_tsv, to_tsquery('english', 'bulida:*')) as rank, key_0 as score from titled),
  "described_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where (select count(*) from ranked) < 500
  and (select count(*) from ranked where true) <= 24
  order by "s"."score" desc, "s"."listing_id" desc limit 1500) s
where true
 and "s"."all_tsv" @@ to_tsquery('english', 'bulida:*') and s.listing_id not in (select listing_id from ranked)) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 25), "described_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where (select count(*) from ranked) < 500
  and (select count(*) from ranked where true) <= 24 and not (select count(*) from "described_step_0") >= 25
  and "s"."all_tsv" @@ to_tsquery('english', 'bulida:*') and s.listing_id not in (select listing_id from ranked)
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

-- Nested Loop (actual time=37.881..38.915 rows=25 loops=1)
--   Buffers: shared hit=5933
--   CTE titled_step_0
--     ->  Limit (actual time=19.887..19.890 rows=0 loops=1)
--           Buffers: shared hit=4022
--           ->  Subquery Scan on s (actual time=19.886..19.888 rows=0 loops=1)
--                 Filter: (s.title_tsv @@ '''bulida'':*'::tsquery)
--                 Rows Removed by Filter: 4000
--                 Buffers: shared hit=4022
--                 ->  Limit (actual time=0.030..16.092 rows=4000 loops=1)
--                       Buffers: shared hit=4022
--                       ->  Index Scan using listing_search_score_idx on listing_search s_1 (actual time=0.029..15.546 rows=4000 loops=1)
--                             Buffers: shared hit=4022
--   CTE titled_step_1
--     ->  Limit (actual time=0.043..0.047 rows=0 loops=1)
--           Buffers: shared hit=4
--           ->  Sort (actual time=0.041..0.044 rows=0 loops=1)
--                 Sort Key: s_2.score DESC, s_2.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=4
--                 ->  Result (actual time=0.026..0.029 rows=0 loops=1)
--                       One-Time Filter: ($1 < '500'::bigint)
--                       Buffers: shared hit=4
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.003..0.004 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_0 (actual time=0.001..0.001 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_2 (actual time=0.021..0.022 rows=0 loops=1)
--                             Recheck Cond: ((title_tsv @@ '''bulida'':*'::tsquery) AND hot)
--                             Buffers: shared hit=4
--                             ->  Bitmap Index Scan on listing_search_title_hot_idx (actual time=0.019..0.019 rows=0 loops=1)
--                                   Index Cond: (title_tsv @@ '''bulida'':*'::tsquery)
--                                   Buffers: shared hit=4
--   CTE titled_step_2
--     ->  Limit (actual time=0.052..0.058 rows=2 loops=1)
--           Buffers: shared hit=6
--           ->  Sort (actual time=0.051..0.057 rows=2 loops=1)
--                 Sort Key: s_3.score DESC, s_3.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=6
--                 ->  Result (actual time=0.039..0.048 rows=2 loops=1)
--                       One-Time Filter: (($3 < '500'::bigint) AND ($4 < '500'::bigint))
--                       Buffers: shared hit=6
--                       InitPlan 4 (returns $3)
--                         ->  Aggregate (actual time=0.002..0.003 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_0 titled_step_0_1 (actual time=0.000..0.001 rows=0 loops=1)
--                       InitPlan 5 (returns $4)
--                         ->  Aggregate (actual time=0.002..0.003 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_1 (actual time=0.001..0.001 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_3 (actual time=0.030..0.034 rows=2 loops=1)
--                             Recheck Cond: (title_tsv @@ '''bulida'':*'::tsquery)
--                             Heap Blocks: exact=2
--                             Buffers: shared hit=6
--                             ->  Bitmap Index Scan on listing_search_title_idx (actual time=0.024..0.025 rows=2 loops=1)
--                                   Index Cond: (title_tsv @@ '''bulida'':*'::tsquery)
--                                   Buffers: shared hit=4
--   CTE titled
--     ->  Append (actual time=20.007..20.015 rows=2 loops=1)
--           Buffers: shared hit=4032
--           ->  Result (actual time=19.901..19.903 rows=0 loops=1)
--                 One-Time Filter: ($6 >= '500'::bigint)
--                 Buffers: shared hit=4022
--                 InitPlan 7 (returns $6)
--                   ->  Aggregate (actual time=19.894..19.895 rows=1 loops=1)
--                         Buffers: shared hit=4022
--                         ->  CTE Scan on titled_step_0 titled_step_0_2 (actual time=19.888..19.889 rows=0 loops=1)
--                               Buffers: shared hit=4022
--                 ->  CTE Scan on titled_step_0 titled_step_0_3 (never executed)
--           ->  Result (actual time=0.049..0.051 rows=0 loops=1)
--                 One-Time Filter: ($7 >= '500'::bigint)
--                 Buffers: shared hit=4
--                 InitPlan 8 (returns $7)
--                   ->  Aggregate (actual time=0.047..0.047 rows=1 loops=1)
--                         Buffers: shared hit=4
--                         ->  CTE Scan on titled_step_1 titled_step_1_1 (actual time=0.045..0.045 rows=0 loops=1)
--                               Buffers: shared hit=4
--                 ->  CTE Scan on titled_step_1 titled_step_1_2 (never executed)
--           ->  CTE Scan on titled_step_2 (actual time=0.054..0.055 rows=2 loops=1)
--                 Buffers: shared hit=6
--   CTE ranked
--     ->  CTE Scan on titled (actual time=20.012..20.016 rows=2 loops=1)
--           Buffers: shared hit=4032
--   CTE described_step_0
--     ->  Limit (actual time=5.864..6.656 rows=1 loops=1)
--           Buffers: shared hit=1510
--           ->  Subquery Scan on s_4 (actual time=5.863..6.654 rows=1 loops=1)
--                 Filter: ((s_4.all_tsv @@ '''bulida'':*'::tsquery) AND (NOT (hashed SubPlan 11)))
--                 Rows Removed by Filter: 1499
--                 Buffers: shared hit=1510
--                 ->  Limit (actual time=0.031..3.303 rows=1500 loops=1)
--                       Buffers: shared hit=1510
--                       InitPlan 12 (returns $11)
--                         ->  Aggregate (actual time=0.004..0.005 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_2 (actual time=0.000..0.001 rows=2 loops=1)
--                       InitPlan 13 (returns $12)
--                         ->  Aggregate (actual time=0.003..0.005 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_3 (actual time=0.000..0.001 rows=2 loops=1)
--                       ->  Result (actual time=0.030..3.073 rows=1500 loops=1)
--                             One-Time Filter: (($11 < '500'::bigint) AND ($12 <= '24'::bigint))
--                             Buffers: shared hit=1510
--                             ->  Index Scan using listing_search_score_idx on listing_search s_5 (actual time=0.018..2.434 rows=1500 loops=1)
--                                   Buffers: shared hit=1510
--                 SubPlan 11
--                   ->  CTE Scan on ranked ranked_1 (actual time=0.003..0.004 rows=2 loops=1)
--   CTE described_step_1
--     ->  Limit (actual time=0.311..0.323 rows=25 loops=1)
--           Buffers: shared hit=71
--           ->  Sort (actual time=0.309..0.319 rows=25 loops=1)
--                 Sort Key: s_6.score DESC, s_6.listing_id DESC
--                 Sort Method: top-N heapsort  Memory: 35kB
--                 Buffers: shared hit=71
--                 ->  Result (actual time=0.096..0.262 rows=65 loops=1)
--                       One-Time Filter: (($14 < '500'::bigint) AND ($15 <= '24'::bigint) AND ($16 < '25'::bigint))
--                       Buffers: shared hit=71
--                       InitPlan 15 (returns $14)
--                         ->  Aggregate (actual time=0.006..0.007 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_4 (actual time=0.001..0.003 rows=2 loops=1)
--                       InitPlan 16 (returns $15)
--                         ->  Aggregate (actual time=0.003..0.004 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_5 (actual time=0.000..0.001 rows=2 loops=1)
--                       InitPlan 17 (returns $16)
--                         ->  Aggregate (actual time=0.004..0.005 rows=1 loops=1)
--                               ->  CTE Scan on described_step_0 (actual time=0.001..0.001 rows=1 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_6 (actual time=0.077..0.218 rows=65 loops=1)
--                             Recheck Cond: (all_tsv @@ '''bulida'':*'::tsquery)
--                             Filter: (NOT (hashed SubPlan 18))
--                             Rows Removed by Filter: 2
--                             Heap Blocks: exact=67
--                             Buffers: shared hit=71
--                             ->  Bitmap Index Scan on listing_search_all_idx (actual time=0.051..0.051 rows=67 loops=1)
--                                   Index Cond: (all_tsv @@ '''bulida'':*'::tsquery)
--                                   Buffers: shared hit=4
--                             SubPlan 18
--                               ->  CTE Scan on ranked ranked_6 (actual time=0.001..0.002 rows=2 loops=1)
--   CTE described
--     ->  Append (actual time=6.983..7.002 rows=25 loops=1)
--           Buffers: shared hit=1581
--           ->  Result (actual time=6.667..6.669 rows=0 loops=1)
--                 One-Time Filter: ($19 >= '25'::bigint)
--                 Buffers: shared hit=1510
--                 InitPlan 20 (returns $19)
--                   ->  Aggregate (actual time=6.662..6.663 rows=1 loops=1)
--                         Buffers: shared hit=1510
--                         ->  CTE Scan on described_step_0 described_step_0_1 (actual time=5.868..6.654 rows=1 loops=1)
--                               Buffers: shared hit=1510
--                 ->  CTE Scan on described_step_0 described_step_0_2 (never executed)
--           ->  CTE Scan on described_step_1 (actual time=0.313..0.325 rows=25 loops=1)
--                 Buffers: shared hit=71
--   ->  Nested Loop Left Join (actual time=27.098..27.444 rows=25 loops=1)
--         Buffers: shared hit=5733
--         ->  Nested Loop (actual time=27.082..27.365 rows=25 loops=1)
--               Buffers: shared hit=5713
--               ->  Limit (actual time=27.056..27.068 rows=25 loops=1)
--                     Buffers: shared hit=5613
--                     ->  Sort (actual time=27.053..27.061 rows=25 loops=1)
--                           Sort Key: ranked.rank DESC, ranked.score DESC, ranked.listing_id DESC
--                           Sort Method: quicksort  Memory: 27kB
--                           Buffers: shared hit=5613
--                           ->  Append (actual time=20.016..27.038 rows=27 loops=1)
--                                 Buffers: shared hit=5613
--                                 ->  CTE Scan on ranked (actual time=20.015..20.020 rows=2 loops=1)
--                                       Buffers: shared hit=4032
--                                 ->  CTE Scan on described (actual time=6.986..7.011 rows=25 loops=1)
--                                       Buffers: shared hit=1581
--               ->  Index Scan using listing_pkey on listing l (actual time=0.010..0.010 rows=1 loops=25)
--                     Index Cond: (id = ranked.listing_id)
--                     Buffers: shared hit=100
--         ->  Memoize (actual time=0.002..0.002 rows=1 loops=25)
--               Cache Key: l.category_id
--               Cache Mode: logical
--               Hits: 15  Misses: 10  Evictions: 0  Overflows: 0  Memory Usage: 2kB
--               Buffers: shared hit=20
--               ->  Index Scan using category_pkey on category c (actual time=0.003..0.003 rows=1 loops=10)
--                     Index Cond: (id = l.category_id)
--                     Buffers: shared hit=20
--   ->  Index Scan using account_pkey on account o (actual time=0.007..0.007 rows=1 loops=25)
--         Index Cond: (id = l.owner_id)
--         Buffers: shared hit=100
--   SubPlan 22
--     ->  Limit (actual time=0.447..0.447 rows=1 loops=25)
--           Buffers: shared hit=100
--           ->  Index Scan using photo_listing_idx on photo p (actual time=0.447..0.447 rows=1 loops=25)
--                 Index Cond: (listing_id = l.id)
--                 Buffers: shared hit=100
-- Planning:
--   Buffers: shared hit=23
-- Planning Time: 15.739 ms
-- Execution Time: 39.334 ms
