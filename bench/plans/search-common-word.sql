-- search, common word

with "titled_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where true
  order by "s"."score" desc, "s"."listing_id" desc limit 4000) s
where true
 and "s"."title_tsv" @@ to_tsquery('english', 'acoustic:*')) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 500), "titled_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where hot and true and not (select count(*) from "titled_step_0") >= 500
  and "s"."title_tsv" @@ to_tsquery('english', 'acoustic:*')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 500), "titled_step_2" as materialized (select s.* from (
select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where true and not (select count(*) from "titled_step_0") >= 500 and not (select count(*) from "titled_step_1") >= 500
  and "s"."title_tsv" @@ to_tsquery('english', 'acoustic:*')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 500),
"titled" as materialized (select * from "titled_step_0" where (select count(*) from "titled_step_0") >= 500 union all select * from "titled_step_1" where (select count(*) from "titled_step_1") >= 500 union all select * from "titled_step_2"),
  ranked as materialized (
    select listing_id, ts_rank(title_tsv, to_tsquery('english', 'acoustic:*')) as rank, key_0 as score from titled),
  "described_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where (select count(*) from ranked) < 500
  and (select count(*) from ranked where true) <= 24
  order by "s"."score" desc, "s"."listing_id" desc limit 1500) s
where true
 and "s"."all_tsv" @@ to_tsquery('english', 'acoustic:*') and s.listing_id not in (select listing_id from ranked)) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 25), "described_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where (select count(*) from ranked) < 500
  and (select count(*) from ranked where true) <= 24 and not (select count(*) from "described_step_0") >= 25
  and "s"."all_tsv" @@ to_tsquery('english', 'acoustic:*') and s.listing_id not in (select listing_id from ranked)
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

-- Nested Loop (actual time=12.283..13.240 rows=25 loops=1)
--   Buffers: shared hit=1748
--   CTE titled_step_0
--     ->  Limit (actual time=1.980..9.829 rows=500 loops=1)
--           Buffers: shared hit=1430
--           ->  Subquery Scan on s (actual time=1.979..9.760 rows=500 loops=1)
--                 Filter: (s.title_tsv @@ '''acoust'':*'::tsquery)
--                 Rows Removed by Filter: 921
--                 Buffers: shared hit=1430
--                 ->  Limit (actual time=1.957..9.188 rows=1421 loops=1)
--                       Buffers: shared hit=1430
--                       ->  Index Scan using listing_search_score_idx on listing_search s_1 (actual time=1.955..8.985 rows=1421 loops=1)
--                             Buffers: shared hit=1430
--   CTE titled_step_1
--     ->  Limit (actual time=0.150..0.153 rows=0 loops=1)
--           ->  Sort (actual time=0.148..0.150 rows=0 loops=1)
--                 Sort Key: s_2.score DESC, s_2.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 ->  Result (actual time=0.135..0.138 rows=0 loops=1)
--                       One-Time Filter: ($1 < '500'::bigint)
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.133..0.133 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_0 (actual time=0.001..0.074 rows=500 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_2 (never executed)
--                             Recheck Cond: ((title_tsv @@ '''acoust'':*'::tsquery) AND hot)
--                             ->  Bitmap Index Scan on listing_search_title_hot_idx (never executed)
--                                   Index Cond: (title_tsv @@ '''acoust'':*'::tsquery)
--   CTE titled_step_2
--     ->  Limit (actual time=0.131..0.135 rows=0 loops=1)
--           ->  Sort (actual time=0.130..0.134 rows=0 loops=1)
--                 Sort Key: s_3.score DESC, s_3.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 ->  Result (actual time=0.126..0.130 rows=0 loops=1)
--                       One-Time Filter: (($3 < '500'::bigint) AND ($4 < '500'::bigint))
--                       InitPlan 4 (returns $3)
--                         ->  Aggregate (actual time=0.124..0.125 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_0 titled_step_0_1 (actual time=0.000..0.069 rows=500 loops=1)
--                       InitPlan 5 (returns $4)
--                         ->  Aggregate (never executed)
--                               ->  CTE Scan on titled_step_1 (never executed)
--                       ->  Bitmap Heap Scan on listing_search s_3 (never executed)
--                             Recheck Cond: (title_tsv @@ '''acoust'':*'::tsquery)
--                             ->  Bitmap Index Scan on listing_search_title_idx (never executed)
--                                   Index Cond: (title_tsv @@ '''acoust'':*'::tsquery)
--   CTE titled
--     ->  Append (actual time=10.342..10.908 rows=500 loops=1)
--           Buffers: shared hit=1430
--           ->  Result (actual time=10.340..10.548 rows=500 loops=1)
--                 One-Time Filter: ($6 >= '500'::bigint)
--                 Buffers: shared hit=1430
--                 InitPlan 7 (returns $6)
--                   ->  Aggregate (actual time=10.332..10.333 rows=1 loops=1)
--                         Buffers: shared hit=1430
--                         ->  CTE Scan on titled_step_0 titled_step_0_2 (actual time=1.984..10.227 rows=500 loops=1)
--                               Buffers: shared hit=1430
--                 ->  CTE Scan on titled_step_0 titled_step_0_3 (actual time=0.001..0.095 rows=500 loops=1)
--           ->  Result (actual time=0.157..0.158 rows=0 loops=1)
--                 One-Time Filter: ($7 >= '500'::bigint)
--                 InitPlan 8 (returns $7)
--                   ->  Aggregate (actual time=0.154..0.155 rows=1 loops=1)
--                         ->  CTE Scan on titled_step_1 titled_step_1_1 (actual time=0.152..0.152 rows=0 loops=1)
--                 ->  CTE Scan on titled_step_1 titled_step_1_2 (never executed)
--           ->  CTE Scan on titled_step_2 (actual time=0.132..0.132 rows=0 loops=1)
--   CTE ranked
--     ->  CTE Scan on titled (actual time=10.347..11.409 rows=500 loops=1)
--           Buffers: shared hit=1430
--   CTE described_step_0
--     ->  Limit (actual time=0.149..0.154 rows=0 loops=1)
--           ->  Subquery Scan on s_4 (actual time=0.148..0.153 rows=0 loops=1)
--                 Filter: ((s_4.all_tsv @@ '''acoust'':*'::tsquery) AND (NOT (hashed SubPlan 11)))
--                 ->  Limit (actual time=0.147..0.150 rows=0 loops=1)
--                       InitPlan 12 (returns $11)
--                         ->  Aggregate (actual time=0.144..0.144 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_2 (actual time=0.001..0.079 rows=500 loops=1)
--                       InitPlan 13 (returns $12)
--                         ->  Aggregate (never executed)
--                               ->  CTE Scan on ranked ranked_3 (never executed)
--                       ->  Result (actual time=0.146..0.147 rows=0 loops=1)
--                             One-Time Filter: (($11 < '500'::bigint) AND ($12 <= '24'::bigint))
--                             ->  Index Scan using listing_search_score_idx on listing_search s_5 (never executed)
--                 SubPlan 11
--                   ->  CTE Scan on ranked ranked_1 (never executed)
--   CTE described_step_1
--     ->  Limit (actual time=0.133..0.138 rows=0 loops=1)
--           ->  Sort (actual time=0.132..0.136 rows=0 loops=1)
--                 Sort Key: s_6.score DESC, s_6.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 ->  Result (actual time=0.126..0.130 rows=0 loops=1)
--                       One-Time Filter: (($14 < '500'::bigint) AND ($15 <= '24'::bigint) AND ($16 < '25'::bigint))
--                       InitPlan 15 (returns $14)
--                         ->  Aggregate (actual time=0.124..0.125 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_4 (actual time=0.001..0.069 rows=500 loops=1)
--                       InitPlan 16 (returns $15)
--                         ->  Aggregate (never executed)
--                               ->  CTE Scan on ranked ranked_5 (never executed)
--                       InitPlan 17 (returns $16)
--                         ->  Aggregate (never executed)
--                               ->  CTE Scan on described_step_0 (never executed)
--                       ->  Bitmap Heap Scan on listing_search s_6 (never executed)
--                             Recheck Cond: (all_tsv @@ '''acoust'':*'::tsquery)
--                             Filter: (NOT (hashed SubPlan 18))
--                             ->  Bitmap Index Scan on listing_search_all_idx (never executed)
--                                   Index Cond: (all_tsv @@ '''acoust'':*'::tsquery)
--                             SubPlan 18
--                               ->  CTE Scan on ranked ranked_6 (never executed)
--   CTE described
--     ->  Append (actual time=0.289..0.292 rows=0 loops=1)
--           ->  Result (actual time=0.154..0.155 rows=0 loops=1)
--                 One-Time Filter: ($19 >= '25'::bigint)
--                 InitPlan 20 (returns $19)
--                   ->  Aggregate (actual time=0.152..0.153 rows=1 loops=1)
--                         ->  CTE Scan on described_step_0 described_step_0_1 (actual time=0.151..0.151 rows=0 loops=1)
--                 ->  CTE Scan on described_step_0 described_step_0_2 (never executed)
--           ->  CTE Scan on described_step_1 (actual time=0.134..0.134 rows=0 loops=1)
--   ->  Nested Loop Left Join (actual time=12.212..12.508 rows=25 loops=1)
--         Buffers: shared hit=1548
--         ->  Nested Loop (actual time=12.192..12.439 rows=25 loops=1)
--               Buffers: shared hit=1530
--               ->  Limit (actual time=12.156..12.165 rows=25 loops=1)
--                     Buffers: shared hit=1430
--                     ->  Sort (actual time=12.154..12.159 rows=25 loops=1)
--                           Sort Key: ranked.rank DESC, ranked.score DESC, ranked.listing_id DESC
--                           Sort Method: top-N heapsort  Memory: 26kB
--                           Buffers: shared hit=1430
--                           ->  Append (actual time=10.351..12.022 rows=500 loops=1)
--                                 Buffers: shared hit=1430
--                                 ->  CTE Scan on ranked (actual time=10.350..11.659 rows=500 loops=1)
--                                       Buffers: shared hit=1430
--                                 ->  CTE Scan on described (actual time=0.290..0.290 rows=0 loops=1)
--               ->  Index Scan using listing_pkey on listing l (actual time=0.010..0.010 rows=1 loops=25)
--                     Index Cond: (id = ranked.listing_id)
--                     Buffers: shared hit=100
--         ->  Memoize (actual time=0.002..0.002 rows=1 loops=25)
--               Cache Key: l.category_id
--               Cache Mode: logical
--               Hits: 16  Misses: 9  Evictions: 0  Overflows: 0  Memory Usage: 2kB
--               Buffers: shared hit=18
--               ->  Index Scan using category_pkey on category c (actual time=0.003..0.003 rows=1 loops=9)
--                     Index Cond: (id = l.category_id)
--                     Buffers: shared hit=18
--   ->  Index Scan using account_pkey on account o (actual time=0.008..0.008 rows=1 loops=25)
--         Index Cond: (id = l.owner_id)
--         Buffers: shared hit=100
--   SubPlan 22
--     ->  Limit (actual time=0.018..0.018 rows=1 loops=25)
--           Buffers: shared hit=100
--           ->  Index Scan using photo_listing_idx on photo p (actual time=0.018..0.018 rows=1 loops=25)
--                 Index Cond: (listing_id = l.id)
--                 Buffers: shared hit=100
-- Planning:
--   Buffers: shared hit=23
-- Planning Time: 10.725 ms
-- Execution Time: 13.700 ms
