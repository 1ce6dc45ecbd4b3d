-- search, two words

with "titled_first" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where true and hot
  and "s"."title_tsv" @@ to_tsquery('english', 'acoustic & tripod:*') offset 0) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 500),
"titled_all" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s
  where true and (select count(*) from "titled_first") < 500
  and "s"."title_tsv" @@ to_tsquery('english', 'acoustic & tripod:*') offset 0) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 500),
"titled" as materialized (
  select * from "titled_first" where (select count(*) from "titled_first") >= 500 union all select * from "titled_all"),
  ranked as materialized (
    select listing_id, ts_rank(title_tsv, to_tsquery('english', 'acoustic & tripod:*')) as rank, key_0 as score from titled),
  "described_first" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where (select count(*) from ranked) < 500
  and (select count(*) from ranked where true) <= 24
  order by "s"."score" desc, "s"."listing_id" desc limit 1500) s
where true
 and "s"."all_tsv" @@ to_tsquery('english', 'acoustic & tripod:*') and s.listing_id not in (select listing_id from ranked)) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 25),
"described_all" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s
  where (select count(*) from ranked) < 500
  and (select count(*) from ranked where true) <= 24 and (select count(*) from "described_first") < 25
  and "s"."all_tsv" @@ to_tsquery('english', 'acoustic & tripod:*') and s.listing_id not in (select listing_id from ranked) offset 0) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 25),
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

-- Nested Loop (actual time=3.247..7.527 rows=4 loops=1)
--   Buffers: shared hit=1570
--   CTE titled_first
--     ->  Limit (actual time=0.030..0.033 rows=0 loops=1)
--           Buffers: shared hit=5
--           ->  Sort (actual time=0.030..0.032 rows=0 loops=1)
--                 Sort Key: s.score DESC, s.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=5
--                 ->  Bitmap Heap Scan on listing_search s (actual time=0.026..0.027 rows=0 loops=1)
--                       Recheck Cond: ((title_tsv @@ '''acoust'' & ''tripod'':*'::tsquery) AND hot)
--                       Buffers: shared hit=5
--                       ->  Bitmap Index Scan on listing_search_title_hot_idx (actual time=0.024..0.024 rows=0 loops=1)
--                             Index Cond: (title_tsv @@ '''acoust'' & ''tripod'':*'::tsquery)
--                             Buffers: shared hit=5
--   CTE titled_all
--     ->  Limit (actual time=0.057..0.063 rows=4 loops=1)
--           Buffers: shared hit=9
--           ->  Sort (actual time=0.056..0.060 rows=4 loops=1)
--                 Sort Key: s_1.score DESC, s_1.listing_id DESC
--                 Sort Method: quicksort  Memory: 26kB
--                 Buffers: shared hit=9
--                 ->  Result (actual time=0.042..0.052 rows=4 loops=1)
--                       One-Time Filter: ($1 < '500'::bigint)
--                       Buffers: shared hit=9
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.001..0.002 rows=1 loops=1)
--                               ->  CTE Scan on titled_first (actual time=0.000..0.001 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_1 (actual time=0.039..0.046 rows=4 loops=1)
--                             Recheck Cond: (title_tsv @@ '''acoust'' & ''tripod'':*'::tsquery)
--                             Heap Blocks: exact=4
--                             Buffers: shared hit=9
--                             ->  Bitmap Index Scan on listing_search_title_idx (actual time=0.033..0.033 rows=4 loops=1)
--                                   Index Cond: (title_tsv @@ '''acoust'' & ''tripod'':*'::tsquery)
--                                   Buffers: shared hit=5
--   CTE titled
--     ->  Append (actual time=0.095..0.102 rows=4 loops=1)
--           Buffers: shared hit=14
--           ->  Result (actual time=0.037..0.039 rows=0 loops=1)
--                 One-Time Filter: ($3 >= '500'::bigint)
--                 Buffers: shared hit=5
--                 InitPlan 4 (returns $3)
--                   ->  Aggregate (actual time=0.033..0.034 rows=1 loops=1)
--                         Buffers: shared hit=5
--                         ->  CTE Scan on titled_first titled_first_1 (actual time=0.030..0.031 rows=0 loops=1)
--                               Buffers: shared hit=5
--                 ->  CTE Scan on titled_first titled_first_2 (never executed)
--           ->  CTE Scan on titled_all (actual time=0.058..0.060 rows=4 loops=1)
--                 Buffers: shared hit=9
--   CTE ranked
--     ->  CTE Scan on titled (actual time=0.102..0.108 rows=4 loops=1)
--           Buffers: shared hit=14
--   CTE described_first
--     ->  Limit (actual time=2.894..2.901 rows=0 loops=1)
--           Buffers: shared hit=1503
--           ->  Subquery Scan on s_2 (actual time=2.893..2.899 rows=0 loops=1)
--                 Filter: ((s_2.all_tsv @@ '''acoust'' & ''tripod'':*'::tsquery) AND (NOT (hashed SubPlan 7)))
--                 Rows Removed by Filter: 1500
--                 Buffers: shared hit=1503
--                 ->  Limit (actual time=0.026..1.935 rows=1500 loops=1)
--                       Buffers: shared hit=1503
--                       InitPlan 8 (returns $7)
--                         ->  Aggregate (actual time=0.004..0.005 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_2 (actual time=0.000..0.001 rows=4 loops=1)
--                       InitPlan 9 (returns $8)
--                         ->  Aggregate (actual time=0.002..0.003 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_3 (actual time=0.000..0.001 rows=4 loops=1)
--                       ->  Result (actual time=0.025..1.776 rows=1500 loops=1)
--                             One-Time Filter: (($7 < '500'::bigint) AND ($8 <= '24'::bigint))
--                             Buffers: shared hit=1503
--                             ->  Index Scan using listing_search_score_idx on listing_search s_3 (actual time=0.016..1.264 rows=1500 loops=1)
--                                   Buffers: shared hit=1503
--                 SubPlan 7
--                   ->  CTE Scan on ranked ranked_1 (actual time=0.001..0.003 rows=4 loops=1)
--   CTE described_all
--     ->  Limit (actual time=0.103..0.112 rows=0 loops=1)
--           Buffers: shared hit=9
--           ->  Sort (actual time=0.102..0.110 rows=0 loops=1)
--                 Sort Key: s_4.score DESC, s_4.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=9
--                 ->  Result (actual time=0.090..0.097 rows=0 loops=1)
--                       One-Time Filter: (($10 < '500'::bigint) AND ($11 <= '24'::bigint) AND ($12 < '25'::bigint))
--                       Buffers: shared hit=9
--                       InitPlan 11 (returns $10)
--                         ->  Aggregate (actual time=0.007..0.008 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_4 (actual time=0.001..0.002 rows=4 loops=1)
--                       InitPlan 12 (returns $11)
--                         ->  Aggregate (actual time=0.004..0.005 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_5 (actual time=0.001..0.002 rows=4 loops=1)
--                       InitPlan 13 (returns $12)
--                         ->  Aggregate (actual time=0.002..0.004 rows=1 loops=1)
--                               ->  CTE Scan on described_first (actual time=0.001..0.001 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_4 (actual time=0.072..0.074 rows=0 loops=1)
--                             Recheck Cond: (all_tsv @@ '''acoust'' & ''tripod'':*'::tsquery)
--                             Filter: (NOT (hashed SubPlan 14))
--                             Rows Removed by Filter: 4
--                             Heap Blocks: exact=4
--                             Buffers: shared hit=9
--                             ->  Bitmap Index Scan on listing_search_all_idx (actual time=0.049..0.049 rows=4 loops=1)
--                                   Index Cond: (all_tsv @@ '''acoust'' & ''tripod'':*'::tsquery)
--                                   Buffers: shared hit=5
--                             SubPlan 14
--                               ->  CTE Scan on ranked ranked_6 (actual time=0.001..0.002 rows=4 loops=1)
--   CTE described
--     ->  Append (actual time=3.013..3.018 rows=0 loops=1)
--           Buffers: shared hit=1512
--           ->  Result (actual time=2.905..2.908 rows=0 loops=1)
--                 One-Time Filter: ($15 >= '25'::bigint)
--                 Buffers: shared hit=1503
--                 InitPlan 16 (returns $15)
--                   ->  Aggregate (actual time=2.900..2.902 rows=1 loops=1)
--                         Buffers: shared hit=1503
--                         ->  CTE Scan on described_first described_first_1 (actual time=2.896..2.896 rows=0 loops=1)
--                               Buffers: shared hit=1503
--                 ->  CTE Scan on described_first described_first_2 (never executed)
--           ->  CTE Scan on described_all (actual time=0.105..0.105 rows=0 loops=1)
--                 Buffers: shared hit=9
--   ->  Nested Loop Left Join (actual time=3.172..3.244 rows=4 loops=1)
--         Buffers: shared hit=1546
--         ->  Nested Loop (actual time=3.160..3.212 rows=4 loops=1)
--               Buffers: shared hit=1538
--               ->  Limit (actual time=3.138..3.145 rows=4 loops=1)
--                     Buffers: shared hit=1526
--                     ->  Sort (actual time=3.137..3.142 rows=4 loops=1)
--                           Sort Key: ranked.rank DESC, ranked.score DESC, ranked.listing_id DESC
--                           Sort Method: quicksort  Memory: 25kB
--                           Buffers: shared hit=1526
--                           ->  Append (actual time=0.104..3.128 rows=4 loops=1)
--                                 Buffers: shared hit=1526
--                                 ->  CTE Scan on ranked (actual time=0.103..0.111 rows=4 loops=1)
--                                       Buffers: shared hit=14
--                                 ->  CTE Scan on described (actual time=3.014..3.015 rows=0 loops=1)
--                                       Buffers: shared hit=1512
--               ->  Index Scan using listing_pkey on listing l (actual time=0.012..0.012 rows=1 loops=4)
--                     Index Cond: (id = ranked.listing_id)
--                     Buffers: shared hit=12
--         ->  Index Scan using category_pkey on category c (actual time=0.005..0.005 rows=1 loops=4)
--               Index Cond: (id = l.category_id)
--               Buffers: shared hit=8
--   ->  Index Scan using account_pkey on account o (actual time=0.007..0.007 rows=1 loops=4)
--         Index Cond: (id = l.owner_id)
--         Buffers: shared hit=12
--   SubPlan 18
--     ->  Limit (actual time=1.047..1.048 rows=1 loops=4)
--           Buffers: shared hit=12
--           ->  Index Scan using photo_listing_idx on photo p (actual time=1.046..1.046 rows=1 loops=4)
--                 Index Cond: (listing_id = l.id)
--                 Buffers: shared hit=12
-- Planning:
--   Buffers: shared hit=21
-- Planning Time: 13.458 ms
-- Execution Time: 7.867 ms
