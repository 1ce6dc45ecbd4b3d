-- search, common word

with "titled_first" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where true and hot
  and "s"."title_tsv" @@ to_tsquery('english', 'acoustic:*') offset 0) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 500),
"titled_all" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s
  where true and (select count(*) from "titled_first") < 500
  and "s"."title_tsv" @@ to_tsquery('english', 'acoustic:*') offset 0) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 500),
"titled" as materialized (
  select * from "titled_first" where (select count(*) from "titled_first") >= 500 union all select * from "titled_all"),
  ranked as materialized (
    select listing_id, ts_rank(title_tsv, to_tsquery('english', 'acoustic:*')) as rank, key_0 as score from titled),
  "described_first" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where (select count(*) from ranked) < 500
  and (select count(*) from ranked where true) <= 24
  order by "s"."score" desc, "s"."listing_id" desc limit 1500) s
where true
 and "s"."all_tsv" @@ to_tsquery('english', 'acoustic:*') and s.listing_id not in (select listing_id from ranked)) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 25),
"described_all" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s
  where (select count(*) from ranked) < 500
  and (select count(*) from ranked where true) <= 24 and (select count(*) from "described_first") < 25
  and "s"."all_tsv" @@ to_tsquery('english', 'acoustic:*') and s.listing_id not in (select listing_id from ranked) offset 0) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 25),
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

-- Nested Loop (actual time=9.463..9.869 rows=25 loops=1)
--   Buffers: shared hit=451
--   CTE titled_first
--     ->  Limit (actual time=0.165..0.173 rows=42 loops=1)
--           Buffers: shared hit=39
--           ->  Sort (actual time=0.165..0.170 rows=42 loops=1)
--                 Sort Key: s.score DESC, s.listing_id DESC
--                 Sort Method: quicksort  Memory: 35kB
--                 Buffers: shared hit=39
--                 ->  Bitmap Heap Scan on listing_search s (actual time=0.052..0.132 rows=42 loops=1)
--                       Recheck Cond: ((title_tsv @@ '''acoust'':*'::tsquery) AND hot)
--                       Heap Blocks: exact=36
--                       Buffers: shared hit=39
--                       ->  Bitmap Index Scan on listing_search_title_hot_idx (actual time=0.041..0.042 rows=42 loops=1)
--                             Index Cond: (title_tsv @@ '''acoust'':*'::tsquery)
--                             Buffers: shared hit=3
--   CTE titled_all
--     ->  Limit (actual time=1.598..1.738 rows=500 loops=1)
--           Buffers: shared hit=167
--           ->  Sort (actual time=1.596..1.689 rows=500 loops=1)
--                 Sort Key: s_1.score DESC, s_1.listing_id DESC
--                 Sort Method: quicksort  Memory: 186kB
--                 Buffers: shared hit=167
--                 ->  Result (actual time=0.182..0.775 rows=626 loops=1)
--                       One-Time Filter: ($1 < '500'::bigint)
--                       Buffers: shared hit=167
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.009..0.010 rows=1 loops=1)
--                               ->  CTE Scan on titled_first (actual time=0.000..0.004 rows=42 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_1 (actual time=0.170..0.612 rows=626 loops=1)
--                             Recheck Cond: (title_tsv @@ '''acoust'':*'::tsquery)
--                             Heap Blocks: exact=164
--                             Buffers: shared hit=167
--                             ->  Bitmap Index Scan on listing_search_title_idx (actual time=0.147..0.147 rows=626 loops=1)
--                                   Index Cond: (title_tsv @@ '''acoust'':*'::tsquery)
--                                   Buffers: shared hit=3
--   CTE titled
--     ->  Append (actual time=1.798..8.394 rows=500 loops=1)
--           Buffers: shared hit=206
--           ->  Result (actual time=0.197..0.199 rows=0 loops=1)
--                 One-Time Filter: ($3 >= '500'::bigint)
--                 Buffers: shared hit=39
--                 InitPlan 4 (returns $3)
--                   ->  Aggregate (actual time=0.195..0.195 rows=1 loops=1)
--                         Buffers: shared hit=39
--                         ->  CTE Scan on titled_first titled_first_1 (actual time=0.166..0.188 rows=42 loops=1)
--                               Buffers: shared hit=39
--                 ->  CTE Scan on titled_first titled_first_2 (never executed)
--           ->  CTE Scan on titled_all (actual time=1.599..8.142 rows=500 loops=1)
--                 Buffers: shared hit=167
--   CTE ranked
--     ->  CTE Scan on titled (actual time=1.804..8.724 rows=500 loops=1)
--           Buffers: shared hit=206
--   CTE described_first
--     ->  Limit (actual time=0.098..0.102 rows=0 loops=1)
--           ->  Subquery Scan on s_2 (actual time=0.096..0.100 rows=0 loops=1)
--                 Filter: ((s_2.all_tsv @@ '''acoust'':*'::tsquery) AND (NOT (hashed SubPlan 7)))
--                 ->  Limit (actual time=0.094..0.097 rows=0 loops=1)
--                       InitPlan 8 (returns $7)
--                         ->  Aggregate (actual time=0.091..0.092 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_2 (actual time=0.001..0.054 rows=500 loops=1)
--                       InitPlan 9 (returns $8)
--                         ->  Aggregate (never executed)
--                               ->  CTE Scan on ranked ranked_3 (never executed)
--                       ->  Result (actual time=0.093..0.094 rows=0 loops=1)
--                             One-Time Filter: (($7 < '500'::bigint) AND ($8 <= '24'::bigint))
--                             ->  Index Scan using listing_search_score_idx on listing_search s_3 (never executed)
--                 SubPlan 7
--                   ->  CTE Scan on ranked ranked_1 (never executed)
--   CTE described_all
--     ->  Limit (actual time=0.116..0.120 rows=0 loops=1)
--           ->  Sort (actual time=0.115..0.119 rows=0 loops=1)
--                 Sort Key: s_4.score DESC, s_4.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 ->  Result (actual time=0.097..0.100 rows=0 loops=1)
--                       One-Time Filter: (($10 < '500'::bigint) AND ($11 <= '24'::bigint) AND ($12 < '25'::bigint))
--                       InitPlan 11 (returns $10)
--                         ->  Aggregate (actual time=0.095..0.096 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_4 (actual time=0.001..0.052 rows=500 loops=1)
--                       InitPlan 12 (returns $11)
--                         ->  Aggregate (never executed)
--                               ->  CTE Scan on ranked ranked_5 (never executed)
--                       InitPlan 13 (returns $12)
--                         ->  Aggregate (never executed)
--                               ->  CTE Scan on described_first (never executed)
--                       ->  Bitmap Heap Scan on listing_search s_4 (never executed)
--                             Recheck Cond: (all_tsv @@ '''acoust'':*'::tsquery)
--                             Filter: (NOT (hashed SubPlan 14))
--                             ->  Bitmap Index Scan on listing_search_all_idx (never executed)
--                                   Index Cond: (all_tsv @@ '''acoust'':*'::tsquery)
--                             SubPlan 14
--                               ->  CTE Scan on ranked ranked_6 (never executed)
--   CTE described
--     ->  Append (actual time=0.225..0.228 rows=0 loops=1)
--           ->  Result (actual time=0.106..0.107 rows=0 loops=1)
--                 One-Time Filter: ($15 >= '25'::bigint)
--                 InitPlan 16 (returns $15)
--                   ->  Aggregate (actual time=0.102..0.103 rows=1 loops=1)
--                         ->  CTE Scan on described_first described_first_1 (actual time=0.099..0.099 rows=0 loops=1)
--                 ->  CTE Scan on described_first described_first_2 (never executed)
--           ->  CTE Scan on described_all (actual time=0.117..0.117 rows=0 loops=1)
--   ->  Nested Loop Left Join (actual time=9.401..9.536 rows=25 loops=1)
--         Buffers: shared hit=301
--         ->  Nested Loop (actual time=9.375..9.484 rows=25 loops=1)
--               Buffers: shared hit=281
--               ->  Limit (actual time=9.325..9.333 rows=25 loops=1)
--                     Buffers: shared hit=206
--                     ->  Sort (actual time=9.324..9.329 rows=25 loops=1)
--                           Sort Key: ranked.rank DESC, ranked.score DESC, ranked.listing_id DESC
--                           Sort Method: top-N heapsort  Memory: 26kB
--                           Buffers: shared hit=206
--                           ->  Append (actual time=1.807..9.220 rows=500 loops=1)
--                                 Buffers: shared hit=206
--                                 ->  CTE Scan on ranked (actual time=1.806..8.939 rows=500 loops=1)
--                                       Buffers: shared hit=206
--                                 ->  CTE Scan on described (actual time=0.227..0.227 rows=0 loops=1)
--               ->  Index Scan using listing_pkey on listing l (actual time=0.005..0.005 rows=1 loops=25)
--                     Index Cond: (id = ranked.listing_id)
--                     Buffers: shared hit=75
--         ->  Memoize (actual time=0.002..0.002 rows=1 loops=25)
--               Cache Key: l.category_id
--               Cache Mode: logical
--               Hits: 15  Misses: 10  Evictions: 0  Overflows: 0  Memory Usage: 2kB
--               Buffers: shared hit=20
--               ->  Index Scan using category_pkey on category c (actual time=0.002..0.002 rows=1 loops=10)
--                     Index Cond: (id = l.category_id)
--                     Buffers: shared hit=20
--   ->  Index Scan using account_pkey on account o (actual time=0.002..0.002 rows=1 loops=25)
--         Index Cond: (id = l.owner_id)
--         Buffers: shared hit=75
--   SubPlan 18
--     ->  Limit (actual time=0.009..0.009 rows=1 loops=25)
--           Buffers: shared hit=75
--           ->  Index Scan using photo_listing_idx on photo p (actual time=0.009..0.009 rows=1 loops=25)
--                 Index Cond: (listing_id = l.id)
--                 Buffers: shared hit=75
-- Planning:
--   Buffers: shared hit=21
-- Planning Time: 14.463 ms
-- Execution Time: 10.177 ms
