-- search, rare word

with "titled_first" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where true and hot
  and "s"."title_tsv" @@ to_tsquery('english', 'tino:*') offset 0) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 500),
"titled_all" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s
  where true and (select count(*) from "titled_first") < 500
  and "s"."title_tsv" @@ to_tsquery('english', 'tino:*') offset 0) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 500),
"titled" as materialized (
  select * from "titled_first" where (select count(*) from "titled_first") >= 500 union all select * from "titled_all"),
  ranked as materialized (
    select listing_id, ts_rank(title_tsv, to_tsquery('english', 'tino:*')) as rank, key_0 as score from titled),
  "described_first" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where (select count(*) from ranked) < 500
  and (select count(*) from ranked where true) <= 24
  order by "s"."score" desc, "s"."listing_id" desc limit 1500) s
where true
 and "s"."all_tsv" @@ to_tsquery('english', 'tino:*') and s.listing_id not in (select listing_id from ranked)) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 25),
"described_all" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s
  where (select count(*) from ranked) < 500
  and (select count(*) from ranked where true) <= 24 and (select count(*) from "described_first") < 25
  and "s"."all_tsv" @@ to_tsquery('english', 'tino:*') and s.listing_id not in (select listing_id from ranked) offset 0) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 25),
"described" as materialized (
  select * from "described_first" where (select count(*) from "described_first") >= 25 union all select * from "described_all"),
  found as (
    select * from (table ranked union all select listing_id, 0::real, key_0 from described) z
    where true order by rank desc, score desc, listing_id desc limit 25)
select l.id, l.title, l.price_per_day_centavos, l.location, coalesce(c.name, 'Uncategorized') as category_name,
  l.rating_average, l.rating_count, o.public_name as owner_name, (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths', "p".widths, 'thumbhash', "p".thumbhash) from photo p where p.listing_id = l.id order by p.position limit 1) as photo,
  false as is_favorite, found.rank, found.score
from found join listing l on l.id = found.listing_id left join category c on c.id = l.category_id join account o on o.id = l.owner_id
order by found.rank desc, found.score desc, l.id desc;

-- Nested Loop (actual time=12.223..12.958 rows=25 loops=1)
--   Buffers: shared hit=1799
--   CTE titled_first
--     ->  Limit (actual time=0.097..0.100 rows=1 loops=1)
--           Buffers: shared hit=4
--           ->  Sort (actual time=0.096..0.098 rows=1 loops=1)
--                 Sort Key: s.score DESC, s.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=4
--                 ->  Bitmap Heap Scan on listing_search s (actual time=0.077..0.079 rows=1 loops=1)
--                       Recheck Cond: ((title_tsv @@ '''tino'':*'::tsquery) AND hot)
--                       Heap Blocks: exact=1
--                       Buffers: shared hit=4
--                       ->  Bitmap Index Scan on listing_search_title_hot_idx (actual time=0.067..0.068 rows=1 loops=1)
--                             Index Cond: (title_tsv @@ '''tino'':*'::tsquery)
--                             Buffers: shared hit=3
--   CTE titled_all
--     ->  Limit (actual time=0.129..0.137 rows=10 loops=1)
--           Buffers: shared hit=12
--           ->  Sort (actual time=0.128..0.133 rows=10 loops=1)
--                 Sort Key: s_1.score DESC, s_1.listing_id DESC
--                 Sort Method: quicksort  Memory: 27kB
--                 Buffers: shared hit=12
--                 ->  Result (actual time=0.056..0.103 rows=10 loops=1)
--                       One-Time Filter: ($1 < '500'::bigint)
--                       Buffers: shared hit=12
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.004..0.005 rows=1 loops=1)
--                               ->  CTE Scan on titled_first (actual time=0.001..0.001 rows=1 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_1 (actual time=0.049..0.072 rows=10 loops=1)
--                             Recheck Cond: (title_tsv @@ '''tino'':*'::tsquery)
--                             Heap Blocks: exact=9
--                             Buffers: shared hit=12
--                             ->  Bitmap Index Scan on listing_search_title_idx (actual time=0.043..0.044 rows=10 loops=1)
--                                   Index Cond: (title_tsv @@ '''tino'':*'::tsquery)
--                                   Buffers: shared hit=3
--   CTE titled
--     ->  Append (actual time=0.253..0.270 rows=10 loops=1)
--           Buffers: shared hit=16
--           ->  Result (actual time=0.113..0.116 rows=0 loops=1)
--                 One-Time Filter: ($3 >= '500'::bigint)
--                 Buffers: shared hit=4
--                 InitPlan 4 (returns $3)
--                   ->  Aggregate (actual time=0.108..0.109 rows=1 loops=1)
--                         Buffers: shared hit=4
--                         ->  CTE Scan on titled_first titled_first_1 (actual time=0.099..0.100 rows=1 loops=1)
--                               Buffers: shared hit=4
--                 ->  CTE Scan on titled_first titled_first_2 (never executed)
--           ->  CTE Scan on titled_all (actual time=0.138..0.148 rows=10 loops=1)
--                 Buffers: shared hit=12
--   CTE ranked
--     ->  CTE Scan on titled (actual time=0.259..0.280 rows=10 loops=1)
--           Buffers: shared hit=16
--   CTE described_first
--     ->  Limit (actual time=0.152..3.413 rows=24 loops=1)
--           Buffers: shared hit=1503
--           ->  Subquery Scan on s_2 (actual time=0.150..3.406 rows=24 loops=1)
--                 Filter: ((s_2.all_tsv @@ '''tino'':*'::tsquery) AND (NOT (hashed SubPlan 7)))
--                 Rows Removed by Filter: 1476
--                 Buffers: shared hit=1503
--                 ->  Limit (actual time=0.045..2.444 rows=1500 loops=1)
--                       Buffers: shared hit=1503
--                       InitPlan 8 (returns $7)
--                         ->  Aggregate (actual time=0.007..0.008 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_2 (actual time=0.001..0.003 rows=10 loops=1)
--                       InitPlan 9 (returns $8)
--                         ->  Aggregate (actual time=0.006..0.006 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_3 (actual time=0.000..0.002 rows=10 loops=1)
--                       ->  Result (actual time=0.044..2.214 rows=1500 loops=1)
--                             One-Time Filter: (($7 < '500'::bigint) AND ($8 <= '24'::bigint))
--                             Buffers: shared hit=1503
--                             ->  Index Scan using listing_search_score_idx on listing_search s_3 (actual time=0.027..1.501 rows=1500 loops=1)
--                                   Buffers: shared hit=1503
--                 SubPlan 7
--                   ->  CTE Scan on ranked ranked_1 (actual time=0.001..0.004 rows=10 loops=1)
--   CTE described_all
--     ->  Limit (actual time=8.218..8.232 rows=25 loops=1)
--           Buffers: shared hit=37
--           ->  Sort (actual time=8.216..8.226 rows=25 loops=1)
--                 Sort Key: s_4.score DESC, s_4.listing_id DESC
--                 Sort Method: quicksort  Memory: 31kB
--                 Buffers: shared hit=37
--                 ->  Result (actual time=8.041..8.155 rows=30 loops=1)
--                       One-Time Filter: (($10 < '500'::bigint) AND ($11 <= '24'::bigint) AND ($12 < '25'::bigint))
--                       Buffers: shared hit=37
--                       InitPlan 11 (returns $10)
--                         ->  Aggregate (actual time=0.021..0.022 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_4 (actual time=0.004..0.007 rows=10 loops=1)
--                       InitPlan 12 (returns $11)
--                         ->  Aggregate (actual time=0.006..0.007 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_5 (actual time=0.001..0.002 rows=10 loops=1)
--                       InitPlan 13 (returns $12)
--                         ->  Aggregate (actual time=0.012..0.013 rows=1 loops=1)
--                               ->  CTE Scan on described_first (actual time=0.001..0.006 rows=24 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_4 (actual time=0.161..0.258 rows=30 loops=1)
--                             Recheck Cond: (all_tsv @@ '''tino'':*'::tsquery)
--                             Filter: (NOT (hashed SubPlan 14))
--                             Rows Removed by Filter: 10
--                             Heap Blocks: exact=34
--                             Buffers: shared hit=37
--                             ->  Bitmap Index Scan on listing_search_all_idx (actual time=0.085..0.085 rows=40 loops=1)
--                                   Index Cond: (all_tsv @@ '''tino'':*'::tsquery)
--                                   Buffers: shared hit=3
--                             SubPlan 14
--                               ->  CTE Scan on ranked ranked_6 (actual time=0.001..0.004 rows=10 loops=1)
--   CTE described
--     ->  Append (actual time=11.686..11.713 rows=25 loops=1)
--           Buffers: shared hit=1540
--           ->  Result (actual time=3.460..3.463 rows=0 loops=1)
--                 One-Time Filter: ($15 >= '25'::bigint)
--                 Buffers: shared hit=1503
--                 InitPlan 16 (returns $15)
--                   ->  Aggregate (actual time=3.456..3.458 rows=1 loops=1)
--                         Buffers: shared hit=1503
--                         ->  CTE Scan on described_first described_first_1 (actual time=0.157..3.446 rows=24 loops=1)
--                               Buffers: shared hit=1503
--                 ->  CTE Scan on described_first described_first_2 (never executed)
--           ->  CTE Scan on described_all (actual time=8.221..8.240 rows=25 loops=1)
--                 Buffers: shared hit=37
--   ->  Nested Loop Left Join (actual time=12.138..12.351 rows=25 loops=1)
--         Buffers: shared hit=1649
--         ->  Nested Loop (actual time=12.114..12.279 rows=25 loops=1)
--               Buffers: shared hit=1631
--               ->  Limit (actual time=12.067..12.077 rows=25 loops=1)
--                     Buffers: shared hit=1556
--                     ->  Sort (actual time=12.065..12.070 rows=25 loops=1)
--                           Sort Key: ranked.rank DESC, ranked.score DESC, ranked.listing_id DESC
--                           Sort Method: quicksort  Memory: 27kB
--                           Buffers: shared hit=1556
--                           ->  Append (actual time=0.266..12.033 rows=35 loops=1)
--                                 Buffers: shared hit=1556
--                                 ->  CTE Scan on ranked (actual time=0.264..0.290 rows=10 loops=1)
--                                       Buffers: shared hit=16
--                                 ->  CTE Scan on described (actual time=11.689..11.730 rows=25 loops=1)
--                                       Buffers: shared hit=1540
--               ->  Index Scan using listing_pkey on listing l (actual time=0.007..0.007 rows=1 loops=25)
--                     Index Cond: (id = ranked.listing_id)
--                     Buffers: shared hit=75
--         ->  Memoize (actual time=0.002..0.002 rows=1 loops=25)
--               Cache Key: l.category_id
--               Cache Mode: logical
--               Hits: 16  Misses: 9  Evictions: 0  Overflows: 0  Memory Usage: 2kB
--               Buffers: shared hit=18
--               ->  Index Scan using category_pkey on category c (actual time=0.003..0.003 rows=1 loops=9)
--                     Index Cond: (id = l.category_id)
--                     Buffers: shared hit=18
--   ->  Index Scan using account_pkey on account o (actual time=0.003..0.003 rows=1 loops=25)
--         Index Cond: (id = l.owner_id)
--         Buffers: shared hit=75
--   SubPlan 18
--     ->  Limit (actual time=0.017..0.017 rows=1 loops=25)
--           Buffers: shared hit=75
--           ->  Index Scan using photo_listing_idx on photo p (actual time=0.016..0.016 rows=1 loops=25)
--                 Index Cond: (listing_id = l.id)
--                 Buffers: shared hit=75
-- Planning:
--   Buffers: shared hit=21
-- Planning Time: 5.866 ms
-- Execution Time: 21.417 ms
