-- search, misspelt

with "titled_first" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where true and hot
  and "s"."title_tsv" @@ to_tsquery('english', 'acoustixq:*') offset 0) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 500),
"titled_all" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s
  where true and (select count(*) from "titled_first") < 500
  and "s"."title_tsv" @@ to_tsquery('english', 'acoustixq:*') offset 0) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 500),
"titled" as materialized (
  select * from "titled_first" where (select count(*) from "titled_first") >= 500 union all select * from "titled_all"),
  ranked as materialized (
    select listing_id, ts_rank(title_tsv, to_tsquery('english', 'acoustixq:*')) as rank, key_0 as score from titled),
  "described_first" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where (select count(*) from ranked) < 500
  and (select count(*) from ranked where true) <= 24
  order by "s"."score" desc, "s"."listing_id" desc limit 1500) s
where true
 and "s"."all_tsv" @@ to_tsquery('english', 'acoustixq:*') and s.listing_id not in (select listing_id from ranked)) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 25),
"described_all" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s
  where (select count(*) from ranked) < 500
  and (select count(*) from ranked where true) <= 24 and (select count(*) from "described_first") < 25
  and "s"."all_tsv" @@ to_tsquery('english', 'acoustixq:*') and s.listing_id not in (select listing_id from ranked) offset 0) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 25),
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

-- Nested Loop (actual time=2.853..2.882 rows=0 loops=1)
--   Buffers: shared hit=1512
--   CTE titled_first
--     ->  Limit (actual time=0.027..0.030 rows=0 loops=1)
--           Buffers: shared hit=3
--           ->  Sort (actual time=0.026..0.028 rows=0 loops=1)
--                 Sort Key: s.score DESC, s.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=3
--                 ->  Bitmap Heap Scan on listing_search s (actual time=0.022..0.024 rows=0 loops=1)
--                       Recheck Cond: ((title_tsv @@ '''acoustixq'':*'::tsquery) AND hot)
--                       Buffers: shared hit=3
--                       ->  Bitmap Index Scan on listing_search_title_hot_idx (actual time=0.020..0.020 rows=0 loops=1)
--                             Index Cond: (title_tsv @@ '''acoustixq'':*'::tsquery)
--                             Buffers: shared hit=3
--   CTE titled_all
--     ->  Limit (actual time=0.083..0.087 rows=0 loops=1)
--           Buffers: shared hit=3
--           ->  Sort (actual time=0.083..0.086 rows=0 loops=1)
--                 Sort Key: s_1.score DESC, s_1.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=3
--                 ->  Result (actual time=0.080..0.083 rows=0 loops=1)
--                       One-Time Filter: ($1 < '500'::bigint)
--                       Buffers: shared hit=3
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.002..0.004 rows=1 loops=1)
--                               ->  CTE Scan on titled_first (actual time=0.001..0.001 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_1 (actual time=0.012..0.012 rows=0 loops=1)
--                             Recheck Cond: (title_tsv @@ '''acoustixq'':*'::tsquery)
--                             Buffers: shared hit=3
--                             ->  Bitmap Index Scan on listing_search_title_idx (actual time=0.010..0.011 rows=0 loops=1)
--                                   Index Cond: (title_tsv @@ '''acoustixq'':*'::tsquery)
--                                   Buffers: shared hit=3
--   CTE titled
--     ->  Append (actual time=0.119..0.122 rows=0 loops=1)
--           Buffers: shared hit=6
--           ->  Result (actual time=0.034..0.036 rows=0 loops=1)
--                 One-Time Filter: ($3 >= '500'::bigint)
--                 Buffers: shared hit=3
--                 InitPlan 4 (returns $3)
--                   ->  Aggregate (actual time=0.031..0.032 rows=1 loops=1)
--                         Buffers: shared hit=3
--                         ->  CTE Scan on titled_first titled_first_1 (actual time=0.028..0.028 rows=0 loops=1)
--                               Buffers: shared hit=3
--                 ->  CTE Scan on titled_first titled_first_2 (never executed)
--           ->  CTE Scan on titled_all (actual time=0.084..0.084 rows=0 loops=1)
--                 Buffers: shared hit=3
--   CTE ranked
--     ->  CTE Scan on titled (actual time=0.119..0.120 rows=0 loops=1)
--           Buffers: shared hit=6
--   CTE described_first
--     ->  Limit (actual time=2.664..2.668 rows=0 loops=1)
--           Buffers: shared hit=1503
--           ->  Subquery Scan on s_2 (actual time=2.663..2.667 rows=0 loops=1)
--                 Filter: ((s_2.all_tsv @@ '''acoustixq'':*'::tsquery) AND (NOT (hashed SubPlan 7)))
--                 Rows Removed by Filter: 1500
--                 Buffers: shared hit=1503
--                 ->  Limit (actual time=0.029..1.908 rows=1500 loops=1)
--                       Buffers: shared hit=1503
--                       InitPlan 8 (returns $7)
--                         ->  Aggregate (actual time=0.001..0.002 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_2 (actual time=0.000..0.001 rows=0 loops=1)
--                       InitPlan 9 (returns $8)
--                         ->  Aggregate (actual time=0.001..0.002 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_3 (actual time=0.000..0.000 rows=0 loops=1)
--                       ->  Result (actual time=0.028..1.716 rows=1500 loops=1)
--                             One-Time Filter: (($7 < '500'::bigint) AND ($8 <= '24'::bigint))
--                             Buffers: shared hit=1503
--                             ->  Index Scan using listing_search_score_idx on listing_search s_3 (actual time=0.023..1.181 rows=1500 loops=1)
--                                   Buffers: shared hit=1503
--                 SubPlan 7
--                   ->  CTE Scan on ranked ranked_1 (never executed)
--   CTE described_all
--     ->  Limit (actual time=0.043..0.046 rows=0 loops=1)
--           Buffers: shared hit=3
--           ->  Sort (actual time=0.041..0.044 rows=0 loops=1)
--                 Sort Key: s_4.score DESC, s_4.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=3
--                 ->  Result (actual time=0.030..0.033 rows=0 loops=1)
--                       One-Time Filter: (($10 < '500'::bigint) AND ($11 <= '24'::bigint) AND ($12 < '25'::bigint))
--                       Buffers: shared hit=3
--                       InitPlan 11 (returns $10)
--                         ->  Aggregate (actual time=0.003..0.003 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_4 (actual time=0.001..0.001 rows=0 loops=1)
--                       InitPlan 12 (returns $11)
--                         ->  Aggregate (actual time=0.002..0.002 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_5 (actual time=0.000..0.001 rows=0 loops=1)
--                       InitPlan 13 (returns $12)
--                         ->  Aggregate (actual time=0.002..0.003 rows=1 loops=1)
--                               ->  CTE Scan on described_first (actual time=0.001..0.001 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_4 (actual time=0.017..0.019 rows=0 loops=1)
--                             Recheck Cond: (all_tsv @@ '''acoustixq'':*'::tsquery)
--                             Filter: (NOT (hashed SubPlan 14))
--                             Buffers: shared hit=3
--                             ->  Bitmap Index Scan on listing_search_all_idx (actual time=0.016..0.016 rows=0 loops=1)
--                                   Index Cond: (all_tsv @@ '''acoustixq'':*'::tsquery)
--                                   Buffers: shared hit=3
--                             SubPlan 14
--                               ->  CTE Scan on ranked ranked_6 (never executed)
--   CTE described
--     ->  Append (actual time=2.718..2.720 rows=0 loops=1)
--           Buffers: shared hit=1506
--           ->  Result (actual time=2.672..2.673 rows=0 loops=1)
--                 One-Time Filter: ($15 >= '25'::bigint)
--                 Buffers: shared hit=1503
--                 InitPlan 16 (returns $15)
--                   ->  Aggregate (actual time=2.669..2.670 rows=1 loops=1)
--                         Buffers: shared hit=1503
--                         ->  CTE Scan on described_first described_first_1 (actual time=2.666..2.666 rows=0 loops=1)
--                               Buffers: shared hit=1503
--                 ->  CTE Scan on described_first described_first_2 (never executed)
--           ->  CTE Scan on described_all (actual time=0.044..0.045 rows=0 loops=1)
--                 Buffers: shared hit=3
--   ->  Nested Loop Left Join (actual time=2.853..2.856 rows=0 loops=1)
--         Buffers: shared hit=1512
--         ->  Nested Loop (actual time=2.852..2.855 rows=0 loops=1)
--               Buffers: shared hit=1512
--               ->  Limit (actual time=2.851..2.854 rows=0 loops=1)
--                     Buffers: shared hit=1512
--                     ->  Sort (actual time=2.850..2.852 rows=0 loops=1)
--                           Sort Key: ranked.rank DESC, ranked.score DESC, ranked.listing_id DESC
--                           Sort Method: quicksort  Memory: 25kB
--                           Buffers: shared hit=1512
--                           ->  Append (actual time=2.842..2.844 rows=0 loops=1)
--                                 Buffers: shared hit=1512
--                                 ->  CTE Scan on ranked (actual time=0.121..0.121 rows=0 loops=1)
--                                       Buffers: shared hit=6
--                                 ->  CTE Scan on described (actual time=2.720..2.720 rows=0 loops=1)
--                                       Buffers: shared hit=1506
--               ->  Index Scan using listing_pkey on listing l (never executed)
--                     Index Cond: (id = ranked.listing_id)
--         ->  Index Scan using category_pkey on category c (never executed)
--               Index Cond: (id = l.category_id)
--   ->  Index Scan using account_pkey on account o (never executed)
--         Index Cond: (id = l.owner_id)
--   SubPlan 18
--     ->  Limit (never executed)
--           ->  Index Scan using photo_listing_idx on photo p (never executed)
--                 Index Cond: (listing_id = l.id)
-- Planning:
--   Buffers: shared hit=21
-- Planning Time: 3.417 ms
-- Execution Time: 10.470 ms

select w.typed, s.word, s.listing_count from (select distinct unnest(array['acoustixq']::text[]) as typed) w
cross join lateral (
  (select word, listing_count from search_term where word % w.typed limit 200)
  union (select word, listing_count from search_term
    where left(word, 1) = left(w.typed, 1) and length(word) between length(w.typed) - 1 and length(w.typed) + 1
    order by listing_count desc limit 1000)
) s;

-- Nested Loop (actual time=0.130..0.134 rows=4 loops=1)
--   Buffers: shared hit=28
--   ->  HashAggregate (actual time=0.011..0.012 rows=1 loops=1)
--         Group Key: unnest('{acoustixq}'::text[])
--         Batches: 1  Memory Usage: 24kB
--         ->  ProjectSet (actual time=0.004..0.005 rows=1 loops=1)
--               ->  Result (actual time=0.001..0.001 rows=1 loops=1)
--   ->  HashAggregate (actual time=0.115..0.118 rows=4 loops=1)
--         Group Key: search_term.word, search_term.listing_count
--         Batches: 1  Memory Usage: 24kB
--         Buffers: shared hit=28
--         ->  Append (actual time=0.072..0.110 rows=5 loops=1)
--               Buffers: shared hit=28
--               ->  Limit (actual time=0.070..0.071 rows=1 loops=1)
--                     Buffers: shared hit=22
--                     ->  Bitmap Heap Scan on search_term (actual time=0.069..0.070 rows=1 loops=1)
--                           Recheck Cond: (word % (unnest('{acoustixq}'::text[])))
--                           Heap Blocks: exact=1
--                           Buffers: shared hit=22
--                           ->  Bitmap Index Scan on search_term_trgm_idx (actual time=0.056..0.056 rows=1 loops=1)
--                                 Index Cond: (word % (unnest('{acoustixq}'::text[])))
--                                 Buffers: shared hit=21
--               ->  Limit (actual time=0.034..0.035 rows=4 loops=1)
--                     Buffers: shared hit=6
--                     ->  Sort (actual time=0.034..0.034 rows=4 loops=1)
--                           Sort Key: search_term_1.listing_count DESC
--                           Sort Method: quicksort  Memory: 25kB
--                           Buffers: shared hit=6
--                           ->  Index Scan using search_term_first_idx on search_term search_term_1 (actual time=0.018..0.024 rows=4 loops=1)
--                                 Index Cond: (("left"(word, 1) = "left"((unnest('{acoustixq}'::text[])), 1)) AND (length(word) >= (length((unnest('{acoustixq}'::text[]))) - 1)) AND (length(word) <= (length((unnest('{acoustixq}'::text[]))) + 1)))
--                                 Buffers: shared hit=6
-- Planning:
--   Buffers: shared hit=1
-- Planning Time: 0.267 ms
-- Execution Time: 0.221 ms

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

-- Nested Loop (actual time=1.836..11.147 rows=25 loops=1)
--   Buffers: shared hit=451
--   CTE titled_first
--     ->  Limit (actual time=0.146..0.154 rows=42 loops=1)
--           Buffers: shared hit=39
--           ->  Sort (actual time=0.146..0.149 rows=42 loops=1)
--                 Sort Key: s.score DESC, s.listing_id DESC
--                 Sort Method: quicksort  Memory: 35kB
--                 Buffers: shared hit=39
--                 ->  Bitmap Heap Scan on listing_search s (actual time=0.035..0.107 rows=42 loops=1)
--                       Recheck Cond: ((title_tsv @@ '''acoust'':*'::tsquery) AND hot)
--                       Heap Blocks: exact=36
--                       Buffers: shared hit=39
--                       ->  Bitmap Index Scan on listing_search_title_hot_idx (actual time=0.028..0.028 rows=42 loops=1)
--                             Index Cond: (title_tsv @@ '''acoust'':*'::tsquery)
--                             Buffers: shared hit=3
--   CTE titled_all
--     ->  Limit (actual time=0.752..0.828 rows=500 loops=1)
--           Buffers: shared hit=167
--           ->  Sort (actual time=0.751..0.786 rows=500 loops=1)
--                 Sort Key: s_1.score DESC, s_1.listing_id DESC
--                 Sort Method: quicksort  Memory: 186kB
--                 Buffers: shared hit=167
--                 ->  Result (actual time=0.127..0.516 rows=626 loops=1)
--                       One-Time Filter: ($1 < '500'::bigint)
--                       Buffers: shared hit=167
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.006..0.008 rows=1 loops=1)
--                               ->  CTE Scan on titled_first (actual time=0.000..0.004 rows=42 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_1 (actual time=0.119..0.412 rows=626 loops=1)
--                             Recheck Cond: (title_tsv @@ '''acoust'':*'::tsquery)
--                             Heap Blocks: exact=164
--                             Buffers: shared hit=167
--                             ->  Bitmap Index Scan on listing_search_title_idx (actual time=0.102..0.102 rows=626 loops=1)
--                                   Index Cond: (title_tsv @@ '''acoust'':*'::tsquery)
--                                   Buffers: shared hit=3
--   CTE titled
--     ->  Append (actual time=0.921..1.127 rows=500 loops=1)
--           Buffers: shared hit=206
--           ->  Result (actual time=0.167..0.169 rows=0 loops=1)
--                 One-Time Filter: ($3 >= '500'::bigint)
--                 Buffers: shared hit=39
--                 InitPlan 4 (returns $3)
--                   ->  Aggregate (actual time=0.165..0.166 rows=1 loops=1)
--                         Buffers: shared hit=39
--                         ->  CTE Scan on titled_first titled_first_1 (actual time=0.146..0.159 rows=42 loops=1)
--                               Buffers: shared hit=39
--                 ->  CTE Scan on titled_first titled_first_2 (never executed)
--           ->  CTE Scan on titled_all (actual time=0.753..0.914 rows=500 loops=1)
--                 Buffers: shared hit=167
--   CTE ranked
--     ->  CTE Scan on titled (actual time=0.924..1.339 rows=500 loops=1)
--           Buffers: shared hit=206
--   CTE described_first
--     ->  Limit (actual time=0.071..0.075 rows=0 loops=1)
--           ->  Subquery Scan on s_2 (actual time=0.070..0.074 rows=0 loops=1)
--                 Filter: ((s_2.all_tsv @@ '''acoust'':*'::tsquery) AND (NOT (hashed SubPlan 7)))
--                 ->  Limit (actual time=0.070..0.072 rows=0 loops=1)
--                       InitPlan 8 (returns $7)
--                         ->  Aggregate (actual time=0.068..0.069 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_2 (actual time=0.000..0.040 rows=500 loops=1)
--                       InitPlan 9 (returns $8)
--                         ->  Aggregate (never executed)
--                               ->  CTE Scan on ranked ranked_3 (never executed)
--                       ->  Result (actual time=0.069..0.069 rows=0 loops=1)
--                             One-Time Filter: (($7 < '500'::bigint) AND ($8 <= '24'::bigint))
--                             ->  Index Scan using listing_search_score_idx on listing_search s_3 (never executed)
--                 SubPlan 7
--                   ->  CTE Scan on ranked ranked_1 (never executed)
--   CTE described_all
--     ->  Limit (actual time=0.067..0.072 rows=0 loops=1)
--           ->  Sort (actual time=0.066..0.071 rows=0 loops=1)
--                 Sort Key: s_4.score DESC, s_4.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 ->  Result (actual time=0.061..0.064 rows=0 loops=1)
--                       One-Time Filter: (($10 < '500'::bigint) AND ($11 <= '24'::bigint) AND ($12 < '25'::bigint))
--                       InitPlan 11 (returns $10)
--                         ->  Aggregate (actual time=0.060..0.061 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_4 (actual time=0.000..0.032 rows=500 loops=1)
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
--     ->  Append (actual time=0.143..0.146 rows=0 loops=1)
--           ->  Result (actual time=0.075..0.077 rows=0 loops=1)
--                 One-Time Filter: ($15 >= '25'::bigint)
--                 InitPlan 16 (returns $15)
--                   ->  Aggregate (actual time=0.073..0.074 rows=1 loops=1)
--                         ->  CTE Scan on described_first described_first_1 (actual time=0.072..0.072 rows=0 loops=1)
--                 ->  CTE Scan on described_first described_first_2 (never executed)
--           ->  CTE Scan on described_all (actual time=0.067..0.067 rows=0 loops=1)
--   ->  Nested Loop Left Join (actual time=1.785..10.694 rows=25 loops=1)
--         Buffers: shared hit=301
--         ->  Nested Loop (actual time=1.774..1.902 rows=25 loops=1)
--               Buffers: shared hit=281
--               ->  Limit (actual time=1.746..1.756 rows=25 loops=1)
--                     Buffers: shared hit=206
--                     ->  Sort (actual time=1.745..1.752 rows=25 loops=1)
--                           Sort Key: ranked.rank DESC, ranked.score DESC, ranked.listing_id DESC
--                           Sort Method: top-N heapsort  Memory: 26kB
--                           Buffers: shared hit=206
--                           ->  Append (actual time=0.926..1.678 rows=500 loops=1)
--                                 Buffers: shared hit=206
--                                 ->  CTE Scan on ranked (actual time=0.926..1.494 rows=500 loops=1)
--                                       Buffers: shared hit=206
--                                 ->  CTE Scan on described (actual time=0.144..0.144 rows=0 loops=1)
--               ->  Index Scan using listing_pkey on listing l (actual time=0.005..0.005 rows=1 loops=25)
--                     Index Cond: (id = ranked.listing_id)
--                     Buffers: shared hit=75
--         ->  Memoize (actual time=0.002..0.002 rows=1 loops=25)
--               Cache Key: l.category_id
--               Cache Mode: logical
--               Hits: 15  Misses: 10  Evictions: 0  Overflows: 0  Memory Usage: 2kB
--               Buffers: shared hit=20
--               ->  Index Scan using category_pkey on category c (actual time=0.003..0.003 rows=1 loops=10)
--                     Index Cond: (id = l.category_id)
--                     Buffers: shared hit=20
--   ->  Index Scan using account_pkey on account o (actual time=0.002..0.002 rows=1 loops=25)
--         Index Cond: (id = l.owner_id)
--         Buffers: shared hit=75
--   SubPlan 18
--     ->  Limit (actual time=0.013..0.013 rows=1 loops=25)
--           Buffers: shared hit=75
--           ->  Index Scan using photo_listing_idx on photo p (actual time=0.013..0.013 rows=1 loops=25)
--                 Index Cond: (listing_id = l.id)
--                 Buffers: shared hit=75
-- Planning:
--   Buffers: shared hit=21
-- Planning Time: 2.980 ms
-- Execution Time: 11.407 ms
