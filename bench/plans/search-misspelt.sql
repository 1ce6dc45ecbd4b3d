-- search, misspelt

with "titled_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where true
  order by "s"."score" desc, "s"."listing_id" desc limit 4000) s
where true
 and "s"."title_tsv" @@ to_tsquery('english', 'acoustixq:*')) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 500), "titled_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where hot and true and not (select count(*) from "titled_step_0") >= 500
  and "s"."title_tsv" @@ to_tsquery('english', 'acoustixq:*')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 500), "titled_step_2" as materialized (select s.* from (
select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where true and not (select count(*) from "titled_step_0") >= 500 and not (select count(*) from "titled_step_1") >= 500
  and "s"."title_tsv" @@ to_tsquery('english', 'acoustixq:*')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 500),
"titled" as materialized (select * from "titled_step_0" where (select count(*) from "titled_step_0") >= 500 union all select * from "titled_step_1" where (select count(*) from "titled_step_1") >= 500 union all select * from "titled_step_2"),
  ranked as materialized (
    select listing_id, ts_rank(title_tsv, to_tsquery('english', 'acoustixq:*')) as rank, key_0 as score from titled),
  "described_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where (select count(*) from ranked) < 500
  and (select count(*) from ranked where true) <= 24
  order by "s"."score" desc, "s"."listing_id" desc limit 1500) s
where true
 and "s"."all_tsv" @@ to_tsquery('english', 'acoustixq:*') and s.listing_id not in (select listing_id from ranked)) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 25), "described_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where (select count(*) from ranked) < 500
  and (select count(*) from ranked where true) <= 24 and not (select count(*) from "described_step_0") >= 25
  and "s"."all_tsv" @@ to_tsquery('english', 'acoustixq:*') and s.listing_id not in (select listing_id from ranked)
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

-- Nested Loop (actual time=23.032..23.072 rows=0 loops=1)
--   Buffers: shared hit=5544
--   CTE titled_step_0
--     ->  Limit (actual time=13.413..13.416 rows=0 loops=1)
--           Buffers: shared hit=4022
--           ->  Subquery Scan on s (actual time=13.412..13.414 rows=0 loops=1)
--                 Filter: (s.title_tsv @@ '''acoustixq'':*'::tsquery)
--                 Rows Removed by Filter: 4000
--                 Buffers: shared hit=4022
--                 ->  Limit (actual time=0.026..11.969 rows=4000 loops=1)
--                       Buffers: shared hit=4022
--                       ->  Index Scan using listing_search_score_idx on listing_search s_1 (actual time=0.025..11.415 rows=4000 loops=1)
--                             Buffers: shared hit=4022
--   CTE titled_step_1
--     ->  Limit (actual time=0.041..0.046 rows=0 loops=1)
--           Buffers: shared hit=4
--           ->  Sort (actual time=0.040..0.044 rows=0 loops=1)
--                 Sort Key: s_2.score DESC, s_2.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=4
--                 ->  Result (actual time=0.026..0.029 rows=0 loops=1)
--                       One-Time Filter: ($1 < '500'::bigint)
--                       Buffers: shared hit=4
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.003..0.005 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_0 (actual time=0.001..0.002 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_2 (actual time=0.019..0.020 rows=0 loops=1)
--                             Recheck Cond: ((title_tsv @@ '''acoustixq'':*'::tsquery) AND hot)
--                             Buffers: shared hit=4
--                             ->  Bitmap Index Scan on listing_search_title_hot_idx (actual time=0.017..0.017 rows=0 loops=1)
--                                   Index Cond: (title_tsv @@ '''acoustixq'':*'::tsquery)
--                                   Buffers: shared hit=4
--   CTE titled_step_2
--     ->  Limit (actual time=0.025..0.031 rows=0 loops=1)
--           Buffers: shared hit=4
--           ->  Sort (actual time=0.024..0.029 rows=0 loops=1)
--                 Sort Key: s_3.score DESC, s_3.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=4
--                 ->  Result (actual time=0.020..0.026 rows=0 loops=1)
--                       One-Time Filter: (($3 < '500'::bigint) AND ($4 < '500'::bigint))
--                       Buffers: shared hit=4
--                       InitPlan 4 (returns $3)
--                         ->  Aggregate (actual time=0.002..0.003 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_0 titled_step_0_1 (actual time=0.000..0.001 rows=0 loops=1)
--                       InitPlan 5 (returns $4)
--                         ->  Aggregate (actual time=0.002..0.004 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_1 (actual time=0.000..0.001 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_3 (actual time=0.013..0.014 rows=0 loops=1)
--                             Recheck Cond: (title_tsv @@ '''acoustixq'':*'::tsquery)
--                             Buffers: shared hit=4
--                             ->  Bitmap Index Scan on listing_search_title_idx (actual time=0.012..0.012 rows=0 loops=1)
--                                   Index Cond: (title_tsv @@ '''acoustixq'':*'::tsquery)
--                                   Buffers: shared hit=4
--   CTE titled
--     ->  Append (actual time=13.504..13.511 rows=0 loops=1)
--           Buffers: shared hit=4030
--           ->  Result (actual time=13.426..13.429 rows=0 loops=1)
--                 One-Time Filter: ($6 >= '500'::bigint)
--                 Buffers: shared hit=4022
--                 InitPlan 7 (returns $6)
--                   ->  Aggregate (actual time=13.420..13.421 rows=1 loops=1)
--                         Buffers: shared hit=4022
--                         ->  CTE Scan on titled_step_0 titled_step_0_2 (actual time=13.414..13.415 rows=0 loops=1)
--                               Buffers: shared hit=4022
--                 ->  CTE Scan on titled_step_0 titled_step_0_3 (never executed)
--           ->  Result (actual time=0.048..0.050 rows=0 loops=1)
--                 One-Time Filter: ($7 >= '500'::bigint)
--                 Buffers: shared hit=4
--                 InitPlan 8 (returns $7)
--                   ->  Aggregate (actual time=0.045..0.047 rows=1 loops=1)
--                         Buffers: shared hit=4
--                         ->  CTE Scan on titled_step_1 titled_step_1_1 (actual time=0.043..0.043 rows=0 loops=1)
--                               Buffers: shared hit=4
--                 ->  CTE Scan on titled_step_1 titled_step_1_2 (never executed)
--           ->  CTE Scan on titled_step_2 (actual time=0.026..0.026 rows=0 loops=1)
--                 Buffers: shared hit=4
--   CTE ranked
--     ->  CTE Scan on titled (actual time=13.505..13.505 rows=0 loops=1)
--           Buffers: shared hit=4030
--   CTE described_step_0
--     ->  Limit (actual time=9.441..9.447 rows=0 loops=1)
--           Buffers: shared hit=1510
--           ->  Subquery Scan on s_4 (actual time=9.439..9.444 rows=0 loops=1)
--                 Filter: ((s_4.all_tsv @@ '''acoustixq'':*'::tsquery) AND (NOT (hashed SubPlan 11)))
--                 Rows Removed by Filter: 1500
--                 Buffers: shared hit=1510
--                 ->  Limit (actual time=0.030..8.560 rows=1500 loops=1)
--                       Buffers: shared hit=1510
--                       InitPlan 12 (returns $11)
--                         ->  Aggregate (actual time=0.002..0.003 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_2 (actual time=0.000..0.001 rows=0 loops=1)
--                       InitPlan 13 (returns $12)
--                         ->  Aggregate (actual time=0.003..0.004 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_3 (actual time=0.001..0.001 rows=0 loops=1)
--                       ->  Result (actual time=0.028..8.353 rows=1500 loops=1)
--                             One-Time Filter: (($11 < '500'::bigint) AND ($12 <= '24'::bigint))
--                             Buffers: shared hit=1510
--                             ->  Index Scan using listing_search_score_idx on listing_search s_5 (actual time=0.019..7.744 rows=1500 loops=1)
--                                   Buffers: shared hit=1510
--                 SubPlan 11
--                   ->  CTE Scan on ranked ranked_1 (never executed)
--   CTE described_step_1
--     ->  Limit (actual time=0.050..0.053 rows=0 loops=1)
--           Buffers: shared hit=4
--           ->  Sort (actual time=0.048..0.051 rows=0 loops=1)
--                 Sort Key: s_6.score DESC, s_6.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=4
--                 ->  Result (actual time=0.034..0.037 rows=0 loops=1)
--                       One-Time Filter: (($14 < '500'::bigint) AND ($15 <= '24'::bigint) AND ($16 < '25'::bigint))
--                       Buffers: shared hit=4
--                       InitPlan 15 (returns $14)
--                         ->  Aggregate (actual time=0.003..0.003 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_4 (actual time=0.001..0.001 rows=0 loops=1)
--                       InitPlan 16 (returns $15)
--                         ->  Aggregate (actual time=0.002..0.003 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_5 (actual time=0.000..0.001 rows=0 loops=1)
--                       InitPlan 17 (returns $16)
--                         ->  Aggregate (actual time=0.002..0.002 rows=1 loops=1)
--                               ->  CTE Scan on described_step_0 (actual time=0.001..0.001 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_6 (actual time=0.022..0.023 rows=0 loops=1)
--                             Recheck Cond: (all_tsv @@ '''acoustixq'':*'::tsquery)
--                             Filter: (NOT (hashed SubPlan 18))
--                             Buffers: shared hit=4
--                             ->  Bitmap Index Scan on listing_search_all_idx (actual time=0.020..0.020 rows=0 loops=1)
--                                   Index Cond: (all_tsv @@ '''acoustixq'':*'::tsquery)
--                                   Buffers: shared hit=4
--                             SubPlan 18
--                               ->  CTE Scan on ranked ranked_6 (never executed)
--   CTE described
--     ->  Append (actual time=9.510..9.512 rows=0 loops=1)
--           Buffers: shared hit=1514
--           ->  Result (actual time=9.455..9.456 rows=0 loops=1)
--                 One-Time Filter: ($19 >= '25'::bigint)
--                 Buffers: shared hit=1510
--                 InitPlan 20 (returns $19)
--                   ->  Aggregate (actual time=9.449..9.449 rows=1 loops=1)
--                         Buffers: shared hit=1510
--                         ->  CTE Scan on described_step_0 described_step_0_1 (actual time=9.443..9.443 rows=0 loops=1)
--                               Buffers: shared hit=1510
--                 ->  CTE Scan on described_step_0 described_step_0_2 (never executed)
--           ->  CTE Scan on described_step_1 (actual time=0.052..0.052 rows=0 loops=1)
--                 Buffers: shared hit=4
--   ->  Nested Loop Left Join (actual time=23.031..23.035 rows=0 loops=1)
--         Buffers: shared hit=5544
--         ->  Nested Loop (actual time=23.031..23.034 rows=0 loops=1)
--               Buffers: shared hit=5544
--               ->  Limit (actual time=23.030..23.032 rows=0 loops=1)
--                     Buffers: shared hit=5544
--                     ->  Sort (actual time=23.028..23.030 rows=0 loops=1)
--                           Sort Key: ranked.rank DESC, ranked.score DESC, ranked.listing_id DESC
--                           Sort Method: quicksort  Memory: 25kB
--                           Buffers: shared hit=5544
--                           ->  Append (actual time=23.021..23.023 rows=0 loops=1)
--                                 Buffers: shared hit=5544
--                                 ->  CTE Scan on ranked (actual time=13.506..13.507 rows=0 loops=1)
--                                       Buffers: shared hit=4030
--                                 ->  CTE Scan on described (actual time=9.512..9.512 rows=0 loops=1)
--                                       Buffers: shared hit=1514
--               ->  Index Scan using listing_pkey on listing l (never executed)
--                     Index Cond: (id = ranked.listing_id)
--         ->  Memoize (never executed)
--               Cache Key: l.category_id
--               Cache Mode: logical
--               ->  Index Scan using category_pkey on category c (never executed)
--                     Index Cond: (id = l.category_id)
--   ->  Index Scan using account_pkey on account o (never executed)
--         Index Cond: (id = l.owner_id)
--   SubPlan 22
--     ->  Limit (never executed)
--           ->  Index Scan using photo_listing_idx on photo p (never executed)
--                 Index Cond: (listing_id = l.id)
-- Planning:
--   Buffers: shared hit=23
-- Planning Time: 14.667 ms
-- Execution Time: 23.474 ms

select w.typed, s.word, s.listing_count from (select distinct unnest(array['acoustixq']::text[]) as typed) w
cross join lateral (
  (select word, listing_count from search_term where word % w.typed limit 200)
  union (select word, listing_count from search_term
    where left(word, 1) = left(w.typed, 1) and length(word) between length(w.typed) - 1 and length(w.typed) + 1
    order by listing_count desc limit 1000)
) s;

-- Nested Loop (actual time=0.136..0.142 rows=4 loops=1)
--   Buffers: shared hit=28
--   ->  HashAggregate (actual time=0.009..0.009 rows=1 loops=1)
--         Group Key: unnest('{acoustixq}'::text[])
--         Batches: 1  Memory Usage: 24kB
--         ->  ProjectSet (actual time=0.003..0.004 rows=1 loops=1)
--               ->  Result (actual time=0.000..0.001 rows=1 loops=1)
--   ->  HashAggregate (actual time=0.126..0.129 rows=4 loops=1)
--         Group Key: search_term.word, search_term.listing_count
--         Batches: 1  Memory Usage: 40kB
--         Buffers: shared hit=28
--         ->  Append (actual time=0.068..0.105 rows=5 loops=1)
--               Buffers: shared hit=28
--               ->  Limit (actual time=0.067..0.068 rows=1 loops=1)
--                     Buffers: shared hit=22
--                     ->  Bitmap Heap Scan on search_term (actual time=0.066..0.067 rows=1 loops=1)
--                           Recheck Cond: (word % (unnest('{acoustixq}'::text[])))
--                           Heap Blocks: exact=1
--                           Buffers: shared hit=22
--                           ->  Bitmap Index Scan on search_term_trgm_idx (actual time=0.054..0.054 rows=1 loops=1)
--                                 Index Cond: (word % (unnest('{acoustixq}'::text[])))
--                                 Buffers: shared hit=21
--               ->  Limit (actual time=0.032..0.034 rows=4 loops=1)
--                     Buffers: shared hit=6
--                     ->  Sort (actual time=0.032..0.033 rows=4 loops=1)
--                           Sort Key: search_term_1.listing_count DESC
--                           Sort Method: quicksort  Memory: 25kB
--                           Buffers: shared hit=6
--                           ->  Index Scan using search_term_first_idx on search_term search_term_1 (actual time=0.017..0.023 rows=4 loops=1)
--                                 Index Cond: (("left"(word, 1) = "left"((unnest('{acoustixq}'::text[])), 1)) AND (length(word) >= (length((unnest('{acoustixq}'::text[]))) - 1)) AND (length(word) <= (length((unnest('{acoustixq}'::text[]))) + 1)))
--                                 Buffers: shared hit=6
-- Planning:
--   Buffers: shared hit=1
-- Planning Time: 0.256 ms
-- Execution Time: 0.217 ms
