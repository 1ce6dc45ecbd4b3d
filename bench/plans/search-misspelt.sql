-- search, misspelt, of 1,000,000 listings

with "titled_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where true
  order by "s"."score" desc, "s"."listing_id" desc limit 3072) s
where true
 and "s"."title_tsv" @@ to_tsquery('english', '(acoustic)')) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 240), "titled_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where hot and true and not (select count(*) from "titled_step_0") >= 240
  and "s"."title_tsv" @@ to_tsquery('english', '(acoustic)')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 240), "titled_step_2" as materialized (select s.* from (
select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where true and not (select count(*) from "titled_step_0") >= 240 and not (select count(*) from "titled_step_1") >= 240
  and "s"."title_tsv" @@ to_tsquery('english', '(acoustic)')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 240),
"titled" as materialized (select * from "titled_step_0" where (select count(*) from "titled_step_0") >= 240 union all select * from "titled_step_1" where (select count(*) from "titled_step_1") >= 240 union all select * from "titled_step_2"),
  ranked as materialized (
    select listing_id, ts_rank(title_tsv, to_tsquery('english', '(acoustic)')) as rank, key_0 as score from titled),
  "described_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where (select count(*) from ranked) < 240
  and (select count(*) from ranked where true) <= 24
  order by "s"."score" desc, "s"."listing_id" desc limit 500) s
where true
 and "s"."all_tsv" @@ to_tsquery('english', '(acoustic)') and s.listing_id not in (select listing_id from ranked)) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 25), "described_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where hot and (select count(*) from ranked) < 240
  and (select count(*) from ranked where true) <= 24 and not (select count(*) from "described_step_0") >= 25
  and "s"."all_tsv" @@ to_tsquery('english', '(acoustic)') and s.listing_id not in (select listing_id from ranked)
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 25), "described_step_2" as materialized (select s.* from (
select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where (select count(*) from ranked) < 240
  and (select count(*) from ranked where true) <= 24 and not (select count(*) from "described_step_0") >= 25 and not (select count(*) from "described_step_1") >= 25
  and "s"."all_tsv" @@ to_tsquery('english', '(acoustic)') and s.listing_id not in (select listing_id from ranked)
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 25),
"described" as materialized (select * from "described_step_0" where (select count(*) from "described_step_0") >= 25 union all select * from "described_step_1" where (select count(*) from "described_step_1") >= 25 union all select * from "described_step_2"),
  found as (
    select * from (
      select * from (table ranked union all select listing_id, 0::real, key_0 from described) z
      where true order by rank desc, score desc, listing_id desc offset 0) s
    where true  order by rank desc, score desc, listing_id desc limit 25)
select l.id, l.title, l.price_per_day_centavos, l.location, coalesce(c.name, 'Uncategorized') as category_name,
  l.rating_average, l.rating_count, o.public_name as owner_name, (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths',
"p".widths, 'thumbhash', left("p".thumbhash, 4)) from photo p
  where p.listing_id = l.id order by p.position limit 1) as photo,
  false as is_favorite, found.rank, found.score
from found join listing l on l.id = found.listing_id left join category c on c.id = l.category_id join account o on o.id = l.owner_id
order by found.rank desc, found.score desc, l.id desc;

-- Nested Loop (actual time=1.923..2.275 rows=25 loops=1)
--   Buffers: shared hit=1628
--   CTE titled_step_0
--     ->  Limit (actual time=0.010..1.527 rows=240 loops=1)
--           Buffers: shared hit=1310
--           ->  Subquery Scan on s (actual time=0.010..1.512 rows=240 loops=1)
--                 Filter: (s.title_tsv @@ '''acoust'''::tsquery)
--                 Rows Removed by Filter: 1061
--                 Buffers: shared hit=1310
--                 ->  Limit (actual time=0.007..1.361 rows=1301 loops=1)
--                       Buffers: shared hit=1310
--                       ->  Index Scan using listing_search_score_idx on listing_search s_1 (actual time=0.007..1.289 rows=1301 loops=1)
--                             Buffers: shared hit=1310
--   CTE titled_step_1
--     ->  Limit (actual time=0.026..0.027 rows=0 loops=1)
--           ->  Sort (actual time=0.026..0.026 rows=0 loops=1)
--                 Sort Key: s_2.score DESC, s_2.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 ->  Result (actual time=0.024..0.024 rows=0 loops=1)
--                       One-Time Filter: ($1 < '240'::bigint)
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.023..0.023 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_0 (actual time=0.000..0.013 rows=240 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_2 (never executed)
--                             Recheck Cond: ((title_tsv @@ '''acoust'''::tsquery) AND hot)
--                             ->  Bitmap Index Scan on listing_search_hot_title_word_idx (never executed)
--                                   Index Cond: (title_tsv @@ '''acoust'''::tsquery)
--   CTE titled_step_2
--     ->  Limit (actual time=0.023..0.024 rows=0 loops=1)
--           ->  Sort (actual time=0.023..0.023 rows=0 loops=1)
--                 Sort Key: s_3.score DESC, s_3.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 ->  Result (actual time=0.022..0.022 rows=0 loops=1)
--                       One-Time Filter: (($3 < '240'::bigint) AND ($4 < '240'::bigint))
--                       InitPlan 4 (returns $3)
--                         ->  Aggregate (actual time=0.021..0.022 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_0 titled_step_0_1 (actual time=0.000..0.012 rows=240 loops=1)
--                       InitPlan 5 (returns $4)
--                         ->  Aggregate (never executed)
--                               ->  CTE Scan on titled_step_1 (never executed)
--                       ->  Bitmap Heap Scan on listing_search s_3 (never executed)
--                             Recheck Cond: (title_tsv @@ '''acoust'''::tsquery)
--                             ->  Bitmap Index Scan on listing_search_title_word_idx (never executed)
--                                   Index Cond: (title_tsv @@ '''acoust'''::tsquery)
--   CTE titled
--     ->  Append (actual time=1.594..1.691 rows=240 loops=1)
--           Buffers: shared hit=1310
--           ->  Result (actual time=1.594..1.626 rows=240 loops=1)
--                 One-Time Filter: ($6 >= '240'::bigint)
--                 Buffers: shared hit=1310
--                 InitPlan 7 (returns $6)
--                   ->  Aggregate (actual time=1.592..1.592 rows=1 loops=1)
--                         Buffers: shared hit=1310
--                         ->  CTE Scan on titled_step_0 titled_step_0_2 (actual time=0.011..1.578 rows=240 loops=1)
--                               Buffers: shared hit=1310
--                 ->  CTE Scan on titled_step_0 titled_step_0_3 (actual time=0.000..0.012 rows=240 loops=1)
--           ->  Result (actual time=0.028..0.028 rows=0 loops=1)
--                 One-Time Filter: ($7 >= '240'::bigint)
--                 InitPlan 8 (returns $7)
--                   ->  Aggregate (actual time=0.027..0.027 rows=1 loops=1)
--                         ->  CTE Scan on titled_step_1 titled_step_1_1 (actual time=0.027..0.027 rows=0 loops=1)
--                 ->  CTE Scan on titled_step_1 titled_step_1_2 (never executed)
--           ->  CTE Scan on titled_step_2 (actual time=0.023..0.023 rows=0 loops=1)
--   CTE ranked
--     ->  CTE Scan on titled (actual time=1.595..1.756 rows=240 loops=1)
--           Buffers: shared hit=1310
--   CTE described_step_0
--     ->  Limit (actual time=0.021..0.022 rows=0 loops=1)
--           ->  Subquery Scan on s_4 (actual time=0.021..0.022 rows=0 loops=1)
--                 Filter: ((s_4.all_tsv @@ '''acoust'''::tsquery) AND (NOT (hashed SubPlan 11)))
--                 ->  Limit (actual time=0.021..0.021 rows=0 loops=1)
--                       InitPlan 12 (returns $11)
--                         ->  Aggregate (actual time=0.020..0.020 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_2 (actual time=0.000..0.010 rows=240 loops=1)
--                       InitPlan 13 (returns $12)
--                         ->  Aggregate (never executed)
--                               ->  CTE Scan on ranked ranked_3 (never executed)
--                       ->  Result (actual time=0.020..0.021 rows=0 loops=1)
--                             One-Time Filter: (($11 < '240'::bigint) AND ($12 <= '24'::bigint))
--                             ->  Index Scan using listing_search_score_idx on listing_search s_5 (never executed)
--                 SubPlan 11
--                   ->  CTE Scan on ranked ranked_1 (never executed)
--   CTE described_step_1
--     ->  Limit (actual time=0.021..0.021 rows=0 loops=1)
--           ->  Sort (actual time=0.021..0.021 rows=0 loops=1)
--                 Sort Key: s_6.score DESC, s_6.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 ->  Result (actual time=0.020..0.020 rows=0 loops=1)
--                       One-Time Filter: (($14 < '240'::bigint) AND ($15 <= '24'::bigint) AND ($16 < '25'::bigint))
--                       InitPlan 15 (returns $14)
--                         ->  Aggregate (actual time=0.019..0.019 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_4 (actual time=0.000..0.010 rows=240 loops=1)
--                       InitPlan 16 (returns $15)
--                         ->  Aggregate (never executed)
--                               ->  CTE Scan on ranked ranked_5 (never executed)
--                       InitPlan 17 (returns $16)
--                         ->  Aggregate (never executed)
--                               ->  CTE Scan on described_step_0 (never executed)
--                       ->  Bitmap Heap Scan on listing_search s_6 (never executed)
--                             Recheck Cond: ((all_tsv @@ '''acoust'''::tsquery) AND hot)
--                             Filter: (NOT (hashed SubPlan 18))
--                             ->  Bitmap Index Scan on listing_search_hot_word_idx (never executed)
--                                   Index Cond: (all_tsv @@ '''acoust'''::tsquery)
--                             SubPlan 18
--                               ->  CTE Scan on ranked ranked_6 (never executed)
--   CTE described_step_2
--     ->  Limit (actual time=0.022..0.023 rows=0 loops=1)
--           ->  Sort (actual time=0.022..0.023 rows=0 loops=1)
--                 Sort Key: s_7.score DESC, s_7.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 ->  Result (actual time=0.020..0.021 rows=0 loops=1)
--                       One-Time Filter: (($19 < '240'::bigint) AND ($20 <= '24'::bigint) AND ($21 < '25'::bigint) AND ($22 < '25'::bigint))
--                       InitPlan 20 (returns $19)
--                         ->  Aggregate (actual time=0.020..0.020 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_7 (actual time=0.000..0.010 rows=240 loops=1)
--                       InitPlan 21 (returns $20)
--                         ->  Aggregate (never executed)
--                               ->  CTE Scan on ranked ranked_8 (never executed)
--                       InitPlan 22 (returns $21)
--                         ->  Aggregate (never executed)
--                               ->  CTE Scan on described_step_0 described_step_0_1 (never executed)
--                       InitPlan 23 (returns $22)
--                         ->  Aggregate (never executed)
--                               ->  CTE Scan on described_step_1 (never executed)
--                       ->  Bitmap Heap Scan on listing_search s_7 (never executed)
--                             Recheck Cond: (all_tsv @@ '''acoust'''::tsquery)
--                             Filter: (NOT (hashed SubPlan 24))
--                             ->  Bitmap Index Scan on listing_search_word_idx (never executed)
--                                   Index Cond: (all_tsv @@ '''acoust'''::tsquery)
--                             SubPlan 24
--                               ->  CTE Scan on ranked ranked_9 (never executed)
--   CTE described
--     ->  Append (actual time=0.066..0.067 rows=0 loops=1)
--           ->  Result (actual time=0.022..0.022 rows=0 loops=1)
--                 One-Time Filter: ($25 >= '25'::bigint)
--                 InitPlan 26 (returns $25)
--                   ->  Aggregate (actual time=0.022..0.022 rows=1 loops=1)
--                         ->  CTE Scan on described_step_0 described_step_0_2 (actual time=0.021..0.021 rows=0 loops=1)
--                 ->  CTE Scan on described_step_0 described_step_0_3 (never executed)
--           ->  Result (actual time=0.022..0.022 rows=0 loops=1)
--                 One-Time Filter: ($26 >= '25'::bigint)
--                 InitPlan 27 (returns $26)
--                   ->  Aggregate (actual time=0.021..0.021 rows=1 loops=1)
--                         ->  CTE Scan on described_step_1 described_step_1_1 (actual time=0.021..0.021 rows=0 loops=1)
--                 ->  CTE Scan on described_step_1 described_step_1_2 (never executed)
--           ->  CTE Scan on described_step_2 (actual time=0.022..0.022 rows=0 loops=1)
--   ->  Nested Loop Left Join (actual time=1.903..2.036 rows=25 loops=1)
--         Buffers: shared hit=1428
--         ->  Nested Loop (actual time=1.898..2.014 rows=25 loops=1)
--               Buffers: shared hit=1410
--               ->  Limit (actual time=1.889..1.892 rows=25 loops=1)
--                     Buffers: shared hit=1310
--                     ->  Sort (actual time=1.889..1.891 rows=25 loops=1)
--                           Sort Key: ranked.rank DESC, ranked.score DESC, ranked.listing_id DESC
--                           Sort Method: top-N heapsort  Memory: 26kB
--                           Buffers: shared hit=1310
--                           ->  Append (actual time=1.596..1.869 rows=240 loops=1)
--                                 Buffers: shared hit=1310
--                                 ->  CTE Scan on ranked (actual time=1.596..1.789 rows=240 loops=1)
--                                       Buffers: shared hit=1310
--                                 ->  CTE Scan on described (actual time=0.066..0.066 rows=0 loops=1)
--               ->  Index Scan using listing_pkey on listing l (actual time=0.004..0.004 rows=1 loops=25)
--                     Index Cond: (id = ranked.listing_id)
--                     Buffers: shared hit=100
--         ->  Memoize (actual time=0.001..0.001 rows=1 loops=25)
--               Cache Key: l.category_id
--               Cache Mode: logical
--               Hits: 15  Misses: 10  Evictions: 0  Overflows: 0  Memory Usage: 2kB
--               Buffers: shared hit=18
--               ->  Index Scan using category_pkey on category c (actual time=0.001..0.001 rows=1 loops=10)
--                     Index Cond: (id = l.category_id)
--                     Buffers: shared hit=18
--   ->  Index Scan using account_pkey on account o (actual time=0.003..0.003 rows=1 loops=25)
--         Index Cond: (id = l.owner_id)
--         Buffers: shared hit=100
--   SubPlan 29
--     ->  Limit (actual time=0.006..0.006 rows=1 loops=25)
--           Buffers: shared hit=100
--           ->  Index Scan using photo_listing_idx on photo p (actual time=0.006..0.006 rows=1 loops=25)
--                 Index Cond: (listing_id = l.id)
--                 Buffers: shared hit=100
-- Planning:
--   Buffers: shared hit=29
-- Planning Time: 0.897 ms
-- Execution Time: 2.401 ms

select -1 as typed, '' as word, greatest(reltuples, 1)::int as listing_count
from pg_class where oid = 'listing_search'::regclass union all (select 0::int, word, listing_count from search_term where word like 'acoustixq%'
  order by listing_count desc, word limit 21);

-- Append (actual time=0.005..0.010 rows=1 loops=1)
--   Buffers: shared hit=5
--   ->  Index Scan using pg_class_oid_index on pg_class (actual time=0.005..0.005 rows=1 loops=1)
--         Index Cond: (oid = '18277'::oid)
--         Buffers: shared hit=3
--   ->  Limit (actual time=0.003..0.004 rows=0 loops=1)
--         Buffers: shared hit=2
--         ->  Sort (actual time=0.003..0.003 rows=0 loops=1)
--               Sort Key: search_term.listing_count DESC, search_term.word
--               Sort Method: quicksort  Memory: 25kB
--               Buffers: shared hit=2
--               ->  Index Scan using search_term_beginning_idx on search_term (actual time=0.002..0.002 rows=0 loops=1)
--                     Index Cond: ((word ~>=~ 'acoustixq'::text) AND (word ~<~ 'acoustixr'::text))
--                     Filter: (word ~~ 'acoustixq%'::text)
--                     Buffers: shared hit=2
-- Planning:
--   Buffers: shared hit=1
-- Planning Time: 0.069 ms
-- Execution Time: 0.019 ms

select w.typed, s.word, s.listing_count from (select distinct unnest(array['acoustixq']::text[]) as typed) w
cross join lateral (
  (select word, listing_count from search_term where word % w.typed limit 200)
  union (select word, listing_count from search_term
    where left(word, 1) = left(w.typed, 1) and length(word) between length(w.typed) - 1 and length(w.typed) + 1
    order by listing_count desc limit 1000)
) s;

-- Nested Loop (actual time=0.035..0.038 rows=4 loops=1)
--   Buffers: shared hit=28
--   ->  HashAggregate (actual time=0.003..0.004 rows=1 loops=1)
--         Group Key: unnest('{acoustixq}'::text[])
--         Batches: 1  Memory Usage: 24kB
--         ->  ProjectSet (actual time=0.001..0.002 rows=1 loops=1)
--               ->  Result (actual time=0.000..0.000 rows=1 loops=1)
--   ->  HashAggregate (actual time=0.032..0.033 rows=4 loops=1)
--         Group Key: search_term.word, search_term.listing_count
--         Batches: 1  Memory Usage: 40kB
--         Buffers: shared hit=28
--         ->  Append (actual time=0.019..0.029 rows=5 loops=1)
--               Buffers: shared hit=28
--               ->  Limit (actual time=0.018..0.019 rows=1 loops=1)
--                     Buffers: shared hit=22
--                     ->  Bitmap Heap Scan on search_term (actual time=0.018..0.018 rows=1 loops=1)
--                           Recheck Cond: (word % (unnest('{acoustixq}'::text[])))
--                           Heap Blocks: exact=1
--                           Buffers: shared hit=22
--                           ->  Bitmap Index Scan on search_term_trgm_idx (actual time=0.014..0.014 rows=1 loops=1)
--                                 Index Cond: (word % (unnest('{acoustixq}'::text[])))
--                                 Buffers: shared hit=21
--               ->  Limit (actual time=0.009..0.009 rows=4 loops=1)
--                     Buffers: shared hit=6
--                     ->  Sort (actual time=0.009..0.009 rows=4 loops=1)
--                           Sort Key: search_term_1.listing_count DESC
--                           Sort Method: quicksort  Memory: 25kB
--                           Buffers: shared hit=6
--                           ->  Index Scan using search_term_first_idx on search_term search_term_1 (actual time=0.004..0.006 rows=4 loops=1)
--                                 Index Cond: (("left"(word, 1) = "left"((unnest('{acoustixq}'::text[])), 1)) AND (length(word) >= (length((unnest('{acoustixq}'::text[]))) - 1)) AND (length(word) <= (length((unnest('{acoustixq}'::text[]))) + 1)))
--                                 Buffers: shared hit=6
-- Planning:
--   Buffers: shared hit=1
-- Planning Time: 0.082 ms
-- Execution Time: 0.060 ms

with "titled_step_0" as materialized (select s.* from (
select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where hot and true
  and "s"."title_tsv" @@ to_tsquery('english', '(acoustixq)')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 240), "titled_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where true and not (select count(*) from "titled_step_0") >= 240
  and "s"."title_tsv" @@ to_tsquery('english', '(acoustixq)')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 240),
"titled" as materialized (select * from "titled_step_0" where (select count(*) from "titled_step_0") >= 240 union all select * from "titled_step_1"),
  ranked as materialized (
    select listing_id, ts_rank(title_tsv, to_tsquery('english', '(acoustixq)')) as rank, key_0 as score from titled),
  "described_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where (select count(*) from ranked) < 240
  and (select count(*) from ranked where true) <= 24
  order by "s"."score" desc, "s"."listing_id" desc limit 500) s
where true
 and "s"."all_tsv" @@ to_tsquery('english', '(acoustixq)') and s.listing_id not in (select listing_id from ranked)) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 25), "described_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where hot and (select count(*) from ranked) < 240
  and (select count(*) from ranked where true) <= 24 and not (select count(*) from "described_step_0") >= 25
  and "s"."all_tsv" @@ to_tsquery('english', '(acoustixq)') and s.listing_id not in (select listing_id from ranked)
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 25), "described_step_2" as materialized (select s.* from (
select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where (select count(*) from ranked) < 240
  and (select count(*) from ranked where true) <= 24 and not (select count(*) from "described_step_0") >= 25 and not (select count(*) from "described_step_1") >= 25
  and "s"."all_tsv" @@ to_tsquery('english', '(acoustixq)') and s.listing_id not in (select listing_id from ranked)
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 25),
"described" as materialized (select * from "described_step_0" where (select count(*) from "described_step_0") >= 25 union all select * from "described_step_1" where (select count(*) from "described_step_1") >= 25 union all select * from "described_step_2"),
  found as (
    select * from (
      select * from (table ranked union all select listing_id, 0::real, key_0 from described) z
      where true order by rank desc, score desc, listing_id desc offset 0) s
    where true  order by rank desc, score desc, listing_id desc limit 25)
select l.id, l.title, l.price_per_day_centavos, l.location, coalesce(c.name, 'Uncategorized') as category_name,
  l.rating_average, l.rating_count, o.public_name as owner_name, (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths',
"p".widths, 'thumbhash', left("p".thumbhash, 4)) from photo p
  where p.listing_id = l.id order by p.position limit 1) as photo,
  false as is_favorite, found.rank, found.score
from found join listing l on l.id = found.listing_id left join category c on c.id = l.category_id join account o on o.id = l.owner_id
order by found.rank desc, found.score desc, l.id desc;

-- Nested Loop (actual time=0.506..0.514 rows=0 loops=1)
--   Buffers: shared hit=521
--   CTE titled_step_0
--     ->  Limit (actual time=0.007..0.008 rows=0 loops=1)
--           Buffers: shared hit=4
--           ->  Sort (actual time=0.007..0.008 rows=0 loops=1)
--                 Sort Key: s.score DESC, s.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=4
--                 ->  Bitmap Heap Scan on listing_search s (actual time=0.006..0.006 rows=0 loops=1)
--                       Recheck Cond: ((title_tsv @@ '''acoustixq'''::tsquery) AND hot)
--                       Buffers: shared hit=4
--                       ->  Bitmap Index Scan on listing_search_hot_title_word_idx (actual time=0.005..0.005 rows=0 loops=1)
--                             Index Cond: (title_tsv @@ '''acoustixq'''::tsquery)
--                             Buffers: shared hit=4
--   CTE titled_step_1
--     ->  Limit (actual time=0.005..0.007 rows=0 loops=1)
--           Buffers: shared hit=4
--           ->  Sort (actual time=0.005..0.006 rows=0 loops=1)
--                 Sort Key: s_1.score DESC, s_1.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=4
--                 ->  Result (actual time=0.005..0.006 rows=0 loops=1)
--                       One-Time Filter: ($1 < '240'::bigint)
--                       Buffers: shared hit=4
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.000..0.001 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_0 (actual time=0.000..0.000 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_1 (actual time=0.004..0.004 rows=0 loops=1)
--                             Recheck Cond: (title_tsv @@ '''acoustixq'''::tsquery)
--                             Buffers: shared hit=4
--                             ->  Bitmap Index Scan on listing_search_title_word_idx (actual time=0.003..0.004 rows=0 loops=1)
--                                   Index Cond: (title_tsv @@ '''acoustixq'''::tsquery)
--                                   Buffers: shared hit=4
--   CTE titled
--     ->  Append (actual time=0.015..0.016 rows=0 loops=1)
--           Buffers: shared hit=8
--           ->  Result (actual time=0.009..0.010 rows=0 loops=1)
--                 One-Time Filter: ($3 >= '240'::bigint)
--                 Buffers: shared hit=4
--                 InitPlan 4 (returns $3)
--                   ->  Aggregate (actual time=0.008..0.009 rows=1 loops=1)
--                         Buffers: shared hit=4
--                         ->  CTE Scan on titled_step_0 titled_step_0_1 (actual time=0.008..0.008 rows=0 loops=1)
--                               Buffers: shared hit=4
--                 ->  CTE Scan on titled_step_0 titled_step_0_2 (never executed)
--           ->  CTE Scan on titled_step_1 (actual time=0.006..0.006 rows=0 loops=1)
--                 Buffers: shared hit=4
--   CTE ranked
--     ->  CTE Scan on titled (actual time=0.015..0.016 rows=0 loops=1)
--           Buffers: shared hit=8
--   CTE described_step_0
--     ->  Limit (actual time=0.470..0.471 rows=0 loops=1)
--           Buffers: shared hit=505
--           ->  Subquery Scan on s_2 (actual time=0.470..0.471 rows=0 loops=1)
--                 Filter: ((s_2.all_tsv @@ '''acoustixq'''::tsquery) AND (NOT (hashed SubPlan 7)))
--                 Rows Removed by Filter: 500
--                 Buffers: shared hit=505
--                 ->  Limit (actual time=0.006..0.402 rows=500 loops=1)
--                       Buffers: shared hit=505
--                       InitPlan 8 (returns $7)
--                         ->  Aggregate (actual time=0.000..0.000 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_2 (actual time=0.000..0.000 rows=0 loops=1)
--                       InitPlan 9 (returns $8)
--                         ->  Aggregate (actual time=0.000..0.000 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_3 (actual time=0.000..0.000 rows=0 loops=1)
--                       ->  Result (actual time=0.005..0.373 rows=500 loops=1)
--                             One-Time Filter: (($7 < '240'::bigint) AND ($8 <= '24'::bigint))
--                             Buffers: shared hit=505
--                             ->  Index Scan using listing_search_score_idx on listing_search s_3 (actual time=0.004..0.311 rows=500 loops=1)
--                                   Buffers: shared hit=505
--                 SubPlan 7
--                   ->  CTE Scan on ranked ranked_1 (never executed)
--   CTE described_step_1
--     ->  Limit (actual time=0.008..0.008 rows=0 loops=1)
--           Buffers: shared hit=4
--           ->  Sort (actual time=0.007..0.008 rows=0 loops=1)
--                 Sort Key: s_4.score DESC, s_4.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=4
--                 ->  Result (actual time=0.006..0.006 rows=0 loops=1)
--                       One-Time Filter: (($10 < '240'::bigint) AND ($11 <= '24'::bigint) AND ($12 < '25'::bigint))
--                       Buffers: shared hit=4
--                       InitPlan 11 (returns $10)
--                         ->  Aggregate (actual time=0.000..0.001 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_4 (actual time=0.000..0.000 rows=0 loops=1)
--                       InitPlan 12 (returns $11)
--                         ->  Aggregate (actual time=0.000..0.000 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_5 (actual time=0.000..0.000 rows=0 loops=1)
--                       InitPlan 13 (returns $12)
--                         ->  Aggregate (actual time=0.000..0.000 rows=1 loops=1)
--                               ->  CTE Scan on described_step_0 (actual time=0.000..0.000 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_4 (actual time=0.004..0.004 rows=0 loops=1)
--                             Recheck Cond: ((all_tsv @@ '''acoustixq'''::tsquery) AND hot)
--                             Filter: (NOT (hashed SubPlan 14))
--                             Buffers: shared hit=4
--                             ->  Bitmap Index Scan on listing_search_hot_word_idx (actual time=0.004..0.004 rows=0 loops=1)
--                                   Index Cond: (all_tsv @@ '''acoustixq'''::tsquery)
--                                   Buffers: shared hit=4
--                             SubPlan 14
--                               ->  CTE Scan on ranked ranked_6 (never executed)
--   CTE described_step_2
--     ->  Limit (actual time=0.006..0.007 rows=0 loops=1)
--           Buffers: shared hit=4
--           ->  Sort (actual time=0.006..0.007 rows=0 loops=1)
--                 Sort Key: s_5.score DESC, s_5.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=4
--                 ->  Result (actual time=0.005..0.006 rows=0 loops=1)
--                       One-Time Filter: (($15 < '240'::bigint) AND ($16 <= '24'::bigint) AND ($17 < '25'::bigint) AND ($18 < '25'::bigint))
--                       Buffers: shared hit=4
--                       InitPlan 16 (returns $15)
--                         ->  Aggregate (actual time=0.000..0.000 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_7 (actual time=0.000..0.000 rows=0 loops=1)
--                       InitPlan 17 (returns $16)
--                         ->  Aggregate (actual time=0.000..0.000 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_8 (actual time=0.000..0.000 rows=0 loops=1)
--                       InitPlan 18 (returns $17)
--                         ->  Aggregate (actual time=0.000..0.000 rows=1 loops=1)
--                               ->  CTE Scan on described_step_0 described_step_0_1 (actual time=0.000..0.000 rows=0 loops=1)
--                       InitPlan 19 (returns $18)
--                         ->  Aggregate (actual time=0.000..0.000 rows=1 loops=1)
--                               ->  CTE Scan on described_step_1 (actual time=0.000..0.000 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_5 (actual time=0.003..0.003 rows=0 loops=1)
--                             Recheck Cond: (all_tsv @@ '''acoustixq'''::tsquery)
--                             Filter: (NOT (hashed SubPlan 20))
--                             Buffers: shared hit=4
--                             ->  Bitmap Index Scan on listing_search_word_idx (actual time=0.003..0.003 rows=0 loops=1)
--                                   Index Cond: (all_tsv @@ '''acoustixq'''::tsquery)
--                                   Buffers: shared hit=4
--                             SubPlan 20
--                               ->  CTE Scan on ranked ranked_9 (never executed)
--   CTE described
--     ->  Append (actual time=0.487..0.488 rows=0 loops=1)
--           Buffers: shared hit=513
--           ->  Result (actual time=0.472..0.472 rows=0 loops=1)
--                 One-Time Filter: ($21 >= '25'::bigint)
--                 Buffers: shared hit=505
--                 InitPlan 22 (returns $21)
--                   ->  Aggregate (actual time=0.471..0.471 rows=1 loops=1)
--                         Buffers: shared hit=505
--                         ->  CTE Scan on described_step_0 described_step_0_2 (actual time=0.471..0.471 rows=0 loops=1)
--                               Buffers: shared hit=505
--                 ->  CTE Scan on described_step_0 described_step_0_3 (never executed)
--           ->  Result (actual time=0.009..0.009 rows=0 loops=1)
--                 One-Time Filter: ($22 >= '25'::bigint)
--                 Buffers: shared hit=4
--                 InitPlan 23 (returns $22)
--                   ->  Aggregate (actual time=0.008..0.008 rows=1 loops=1)
--                         Buffers: shared hit=4
--                         ->  CTE Scan on described_step_1 described_step_1_1 (actual time=0.008..0.008 rows=0 loops=1)
--                               Buffers: shared hit=4
--                 ->  CTE Scan on described_step_1 described_step_1_2 (never executed)
--           ->  CTE Scan on described_step_2 (actual time=0.006..0.006 rows=0 loops=1)
--                 Buffers: shared hit=4
--   ->  Nested Loop Left Join (actual time=0.506..0.507 rows=0 loops=1)
--         Buffers: shared hit=521
--         ->  Nested Loop (actual time=0.506..0.507 rows=0 loops=1)
--               Buffers: shared hit=521
--               ->  Limit (actual time=0.506..0.506 rows=0 loops=1)
--                     Buffers: shared hit=521
--                     ->  Sort (actual time=0.506..0.506 rows=0 loops=1)
--                           Sort Key: ranked.rank DESC, ranked.score DESC, ranked.listing_id DESC
--                           Sort Method: quicksort  Memory: 25kB
--                           Buffers: shared hit=521
--                           ->  Append (actual time=0.504..0.504 rows=0 loops=1)
--                                 Buffers: shared hit=521
--                                 ->  CTE Scan on ranked (actual time=0.016..0.016 rows=0 loops=1)
--                                       Buffers: shared hit=8
--                                 ->  CTE Scan on described (actual time=0.487..0.487 rows=0 loops=1)
--                                       Buffers: shared hit=513
--               ->  Index Scan using listing_pkey on listing l (never executed)
--                     Index Cond: (id = ranked.listing_id)
--         ->  Memoize (never executed)
--               Cache Key: l.category_id
--               Cache Mode: logical
--               ->  Index Scan using category_pkey on category c (never executed)
--                     Index Cond: (id = l.category_id)
--   ->  Index Scan using account_pkey on account o (never executed)
--         Index Cond: (id = l.owner_id)
--   SubPlan 25
--     ->  Limit (never executed)
--           ->  Index Scan using photo_listing_idx on photo p (never executed)
--                 Index Cond: (listing_id = l.id)
-- Planning:
--   Buffers: shared hit=29
-- Planning Time: 0.792 ms
-- Execution Time: 0.622 ms
