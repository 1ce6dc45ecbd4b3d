-- search, word in a price range

with "titled_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where true
  order by "s"."score" desc, "s"."listing_id" desc limit 4000) s
where true and s.price_per_day_centavos >= 10000
and s.price_per_day_centavos <= 12000 and "s"."title_tsv" @@ to_tsquery('english', 'cooler:*')) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 500), "titled_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where hot and true and not (select count(*) from "titled_step_0") >= 500  and s.price_per_day_centavos >= 10000
and s.price_per_day_centavos <= 12000  and "s"."title_tsv" @@ to_tsquery('english', 'cooler:*')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 500), "titled_step_2" as materialized (select s.* from (
select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where true and not (select count(*) from "titled_step_0") >= 500 and not (select count(*) from "titled_step_1") >= 500  and s.price_per_day_centavos >= 10000
and s.price_per_day_centavos <= 12000  and "s"."title_tsv" @@ to_tsquery('english', 'cooler:*')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 500),
"titled" as materialized (select * from "titled_step_0" where (select count(*) from "titled_step_0") >= 500 union all select * from "titled_step_1" where (select count(*) from "titled_step_1") >= 500 union all select * from "titled_step_2"),
  ranked as materialized (
    select listing_id, ts_rank(title_tsv, to_tsquery('english', 'cooler:*')) as rank, key_0 as score from titled),
  "described_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where (select count(*) from ranked) < 500
  and (select count(*) from ranked where true) <= 24
  order by "s"."score" desc, "s"."listing_id" desc limit 1500) s
where true and s.price_per_day_centavos >= 10000
and s.price_per_day_centavos <= 12000 and "s"."all_tsv" @@ to_tsquery('english', 'cooler:*') and s.listing_id not in (select listing_id from ranked)) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 25), "described_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where (select count(*) from ranked) < 500
  and (select count(*) from ranked where true) <= 24 and not (select count(*) from "described_step_0") >= 25  and s.price_per_day_centavos >= 10000
and s.price_per_day_centavos <= 12000  and "s"."all_tsv" @@ to_tsquery('english', 'cooler:*') and s.listing_id not in (select listing_id from ranked)
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

-- Nested Loop (actual time=138.700..139.512 rows=25 loops=1)
--   Buffers: shared hit=5636
--   CTE titled_step_0
--     ->  Limit (actual time=0.054..5.650 rows=3 loops=1)
--           Buffers: shared hit=4022
--           ->  Subquery Scan on s (actual time=0.054..5.648 rows=3 loops=1)
--                 Filter: ((s.price_per_day_centavos >= 10000) AND (s.price_per_day_centavos <= 12000) AND (s.title_tsv @@ '''cooler'':*'::tsquery))
--                 Rows Removed by Filter: 3997
--                 Buffers: shared hit=4022
--                 ->  Limit (actual time=0.022..5.302 rows=4000 loops=1)
--                       Buffers: shared hit=4022
--                       ->  Index Scan using listing_search_score_idx on listing_search s_1 (actual time=0.021..5.017 rows=4000 loops=1)
--                             Buffers: shared hit=4022
--   CTE titled_step_1
--     ->  Limit (actual time=0.764..0.771 rows=26 loops=1)
--           Buffers: shared hit=441
--           ->  Sort (actual time=0.763..0.768 rows=26 loops=1)
--                 Sort Key: s_2.score DESC, s_2.listing_id DESC
--                 Sort Method: quicksort  Memory: 31kB
--                 Buffers: shared hit=441
--                 ->  Result (actual time=0.228..0.744 rows=26 loops=1)
--                       One-Time Filter: ($1 < '500'::bigint)
--                       Buffers: shared hit=441
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.004..0.005 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_0 (actual time=0.001..0.002 rows=3 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_2 (actual time=0.221..0.731 rows=26 loops=1)
--                             Recheck Cond: ((title_tsv @@ '''cooler'':*'::tsquery) AND hot)
--                             Filter: ((price_per_day_centavos >= 10000) AND (price_per_day_centavos <= 12000))
--                             Rows Removed by Filter: 411
--                             Heap Blocks: exact=437
--                             Buffers: shared hit=441
--                             ->  Bitmap Index Scan on listing_search_title_hot_idx (actual time=0.158..0.158 rows=437 loops=1)
--                                   Index Cond: (title_tsv @@ '''cooler'':*'::tsquery)
--                                   Buffers: shared hit=4
--   CTE titled_step_2
--     ->  Limit (actual time=131.019..131.101 rows=362 loops=1)
--           Buffers: shared hit=869
--           ->  Sort (actual time=131.017..131.053 rows=362 loops=1)
--                 Sort Key: s_3.score DESC, s_3.listing_id DESC
--                 Sort Method: quicksort  Memory: 112kB
--                 Buffers: shared hit=869
--                 ->  Result (actual time=129.913..130.773 rows=362 loops=1)
--                       One-Time Filter: (($3 < '500'::bigint) AND ($4 < '500'::bigint))
--                       Buffers: shared hit=869
--                       InitPlan 4 (returns $3)
--                         ->  Aggregate (actual time=0.003..0.004 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_0 titled_step_0_1 (actual time=0.000..0.001 rows=3 loops=1)
--                       InitPlan 5 (returns $4)
--                         ->  Aggregate (actual time=0.005..0.006 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_1 (actual time=0.001..0.003 rows=26 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_3 (actual time=129.897..130.648 rows=362 loops=1)
--                             Recheck Cond: ((title_tsv @@ '''cooler'':*'::tsquery) AND (price_per_day_centavos >= 10000) AND (price_per_day_centavos <= 12000))
--                             Heap Blocks: exact=361
--                             Buffers: shared hit=869
--                             ->  BitmapAnd (actual time=129.734..129.735 rows=0 loops=1)
--                                   Buffers: shared hit=508
--                                   ->  Bitmap Index Scan on listing_search_title_idx (actual time=76.384..76.385 rows=8870 loops=1)
--                                         Index Cond: (title_tsv @@ '''cooler'':*'::tsquery)
--                                         Buffers: shared hit=8
--                                   ->  Bitmap Index Scan on listing_search_dear_idx (actual time=50.273..50.273 rows=82610 loops=1)
--                                         Index Cond: ((price_per_day_centavos >= 10000) AND (price_per_day_centavos <= 12000))
--                                         Buffers: shared hit=500
--   CTE titled
--     ->  Append (actual time=137.473..137.699 rows=362 loops=1)
--           Buffers: shared hit=5332
--           ->  Result (actual time=5.667..5.669 rows=0 loops=1)
--                 One-Time Filter: ($6 >= '500'::bigint)
--                 Buffers: shared hit=4022
--                 InitPlan 7 (returns $6)
--                   ->  Aggregate (actual time=5.663..5.664 rows=1 loops=1)
--                         Buffers: shared hit=4022
--                         ->  CTE Scan on titled_step_0 titled_step_0_2 (actual time=0.057..5.655 rows=3 loops=1)
--                               Buffers: shared hit=4022
--                 ->  CTE Scan on titled_step_0 titled_step_0_3 (never executed)
--           ->  Result (actual time=0.781..0.783 rows=0 loops=1)
--                 One-Time Filter: ($7 >= '500'::bigint)
--                 Buffers: shared hit=441
--                 InitPlan 8 (returns $7)
--                   ->  Aggregate (actual time=0.779..0.780 rows=1 loops=1)
--                         Buffers: shared hit=441
--                         ->  CTE Scan on titled_step_1 titled_step_1_1 (actual time=0.767..0.774 rows=26 loops=1)
--                               Buffers: shared hit=441
--                 ->  CTE Scan on titled_step_1 titled_step_1_2 (never executed)
--           ->  CTE Scan on titled_step_2 (actual time=131.022..131.191 rows=362 loops=1)
--                 Buffers: shared hit=869
--   CTE ranked
--     ->  CTE Scan on titled (actual time=137.480..137.909 rows=362 loops=1)
--           Buffers: shared hit=5332
--   CTE described_step_0
--     ->  Limit (actual time=0.172..0.175 rows=0 loops=1)
--           ->  Subquery Scan on s_4 (actual time=0.170..0.174 rows=0 loops=1)
--                 Filter: ((s_4.price_per_day_centavos >= 10000) AND (s_4.price_per_day_centavos <= 12000) AND (s_4.all_tsv @@ '''cooler'':*'::tsquery) AND (NOT (hashed SubPlan 11)))
--                 ->  Limit (actual time=0.169..0.171 rows=0 loops=1)
--                       InitPlan 12 (returns $11)
--                         ->  Aggregate (actual time=0.085..0.086 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_2 (actual time=0.000..0.044 rows=362 loops=1)
--                       InitPlan 13 (returns $12)
--                         ->  Aggregate (actual time=0.079..0.079 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_3 (actual time=0.000..0.043 rows=362 loops=1)
--                       ->  Result (actual time=0.168..0.169 rows=0 loops=1)
--                             One-Time Filter: (($11 < '500'::bigint) AND ($12 <= '24'::bigint))
--                             ->  Index Scan using listing_search_score_idx on listing_search s_5 (never executed)
--                 SubPlan 11
--                   ->  CTE Scan on ranked ranked_1 (never executed)
--   CTE described_step_1
--     ->  Limit (actual time=0.187..0.191 rows=0 loops=1)
--           ->  Sort (actual time=0.186..0.190 rows=0 loops=1)
--                 Sort Key: s_6.score DESC, s_6.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 ->  Result (actual time=0.175..0.179 rows=0 loops=1)
--                       One-Time Filter: (($14 < '500'::bigint) AND ($15 <= '24'::bigint) AND ($16 < '25'::bigint))
--                       InitPlan 15 (returns $14)
--                         ->  Aggregate (actual time=0.081..0.081 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_4 (actual time=0.000..0.043 rows=362 loops=1)
--                       InitPlan 16 (returns $15)
--                         ->  Aggregate (actual time=0.092..0.092 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_5 (actual time=0.000..0.054 rows=362 loops=1)
--                       InitPlan 17 (returns $16)
--                         ->  Aggregate (never executed)
--                               ->  CTE Scan on described_step_0 (never executed)
--                       ->  Bitmap Heap Scan on listing_search s_6 (never executed)
--                             Recheck Cond: ((all_tsv @@ '''cooler'':*'::tsquery) AND (price_per_day_centavos >= 10000) AND (price_per_day_centavos <= 12000))
--                             Filter: (NOT (hashed SubPlan 18))
--                             ->  BitmapAnd (never executed)
--                                   ->  Bitmap Index Scan on listing_search_all_idx (never executed)
--                                         Index Cond: (all_tsv @@ '''cooler'':*'::tsquery)
--                                   ->  Bitmap Index Scan on listing_search_dear_idx (never executed)
--                                         Index Cond: ((price_per_day_centavos >= 10000) AND (price_per_day_centavos <= 12000))
--                             SubPlan 18
--                               ->  CTE Scan on ranked ranked_6 (never executed)
--   CTE described
--     ->  Append (actual time=0.366..0.368 rows=0 loops=1)
--           ->  Result (actual time=0.177..0.179 rows=0 loops=1)
--                 One-Time Filter: ($19 >= '25'::bigint)
--                 InitPlan 20 (returns $19)
--                   ->  Aggregate (actual time=0.175..0.175 rows=1 loops=1)
--                         ->  CTE Scan on described_step_0 described_step_0_1 (actual time=0.173..0.173 rows=0 loops=1)
--                 ->  CTE Scan on described_step_0 described_step_0_2 (never executed)
--           ->  CTE Scan on described_step_1 (actual time=0.187..0.188 rows=0 loops=1)
--   ->  Nested Loop Left Join (actual time=138.632..138.864 rows=25 loops=1)
--         Buffers: shared hit=5436
--         ->  Nested Loop (actual time=138.614..138.824 rows=25 loops=1)
--               Buffers: shared hit=5432
--               ->  Limit (actual time=138.580..138.587 rows=25 loops=1)
--                     Buffers: shared hit=5332
--                     ->  Sort (actual time=138.578..138.582 rows=25 loops=1)
--                           Sort Key: ranked.rank DESC, ranked.score DESC, ranked.listing_id DESC
--                           Sort Method: top-N heapsort  Memory: 26kB
--                           Buffers: shared hit=5332
--                           ->  Append (actual time=137.483..138.496 rows=362 loops=1)
--                                 Buffers: shared hit=5332
--                                 ->  CTE Scan on ranked (actual time=137.482..138.080 rows=362 loops=1)
--                                       Buffers: shared hit=5332
--                                 ->  CTE Scan on described (actual time=0.368..0.368 rows=0 loops=1)
--               ->  Index Scan using listing_pkey on listing l (actual time=0.009..0.009 rows=1 loops=25)
--                     Index Cond: (id = ranked.listing_id)
--                     Buffers: shared hit=100
--         ->  Memoize (actual time=0.001..0.001 rows=1 loops=25)
--               Cache Key: l.category_id
--               Cache Mode: logical
--               Hits: 23  Misses: 2  Evictions: 0  Overflows: 0  Memory Usage: 1kB
--               Buffers: shared hit=4
--               ->  Index Scan using category_pkey on category c (actual time=0.005..0.005 rows=1 loops=2)
--                     Index Cond: (id = l.category_id)
--                     Buffers: shared hit=4
--   ->  Index Scan using account_pkey on account o (actual time=0.006..0.006 rows=1 loops=25)
--         Index Cond: (id = l.owner_id)
--         Buffers: shared hit=100
--   SubPlan 22
--     ->  Limit (actual time=0.016..0.016 rows=1 loops=25)
--           Buffers: shared hit=100
--           ->  Index Scan using photo_listing_idx on photo p (actual time=0.016..0.016 rows=1 loops=25)
--                 Index Cond: (listing_id = l.id)
--                 Buffers: shared hit=100
-- Planning:
--   Buffers: shared hit=47
-- Planning Time: 4.739 ms
-- Execution Time: 141.088 ms
