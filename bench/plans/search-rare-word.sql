-- search, rare word, of 1,000,000 listings

with "titled_step_0" as materialized (select s.* from (
select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where hot and true
  and "s"."title_tsv" @@ to_tsquery('english', '(lalaga)')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 240), "titled_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where true and not (select count(*) from "titled_step_0") >= 240
  and "s"."title_tsv" @@ to_tsquery('english', '(lalaga)')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 240),
"titled" as materialized (select * from "titled_step_0" where (select count(*) from "titled_step_0") >= 240 union all select * from "titled_step_1"),
  ranked as materialized (
    select listing_id, ts_rank(title_tsv, to_tsquery('english', '(lalaga)')) as rank, key_0 as score from titled),
  "described_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where (select count(*) from ranked) < 240
  and (select count(*) from ranked where true) <= 24
  order by "s"."score" desc, "s"."listing_id" desc limit 500) s
where true
 and "s"."all_tsv" @@ to_tsquery('english', '(lalaga)') and s.listing_id not in (select listing_id from ranked)) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 25), "described_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where hot and (select count(*) from ranked) < 240
  and (select count(*) from ranked where true) <= 24 and not (select count(*) from "described_step_0") >= 25
  and "s"."all_tsv" @@ to_tsquery('english', '(lalaga)') and s.listing_id not in (select listing_id from ranked)
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 25), "described_step_2" as materialized (select s.* from (
select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where (select count(*) from ranked) < 240
  and (select count(*) from ranked where true) <= 24 and not (select count(*) from "described_step_0") >= 25 and not (select count(*) from "described_step_1") >= 25
  and "s"."all_tsv" @@ to_tsquery('english', '(lalaga)') and s.listing_id not in (select listing_id from ranked)
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

-- Nested Loop (actual time=1.404..1.873 rows=25 loops=1)
--   Buffers: shared hit=919
--   CTE titled_step_0
--     ->  Limit (actual time=0.015..0.016 rows=0 loops=1)
--           Buffers: shared hit=4
--           ->  Sort (actual time=0.015..0.016 rows=0 loops=1)
--                 Sort Key: s.score DESC, s.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=4
--                 ->  Bitmap Heap Scan on listing_search s (actual time=0.013..0.014 rows=0 loops=1)
--                       Recheck Cond: ((title_tsv @@ '''lalaga'''::tsquery) AND hot)
--                       Buffers: shared hit=4
--                       ->  Bitmap Index Scan on listing_search_hot_title_word_idx (actual time=0.012..0.013 rows=0 loops=1)
--                             Index Cond: (title_tsv @@ '''lalaga'''::tsquery)
--                             Buffers: shared hit=4
--   CTE titled_step_1
--     ->  Limit (actual time=0.022..0.025 rows=2 loops=1)
--           Buffers: shared hit=6
--           ->  Sort (actual time=0.022..0.024 rows=2 loops=1)
--                 Sort Key: s_1.score DESC, s_1.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=6
--                 ->  Result (actual time=0.015..0.021 rows=2 loops=1)
--                       One-Time Filter: ($1 < '240'::bigint)
--                       Buffers: shared hit=6
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.000..0.001 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_0 (actual time=0.000..0.001 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_1 (actual time=0.014..0.017 rows=2 loops=1)
--                             Recheck Cond: (title_tsv @@ '''lalaga'''::tsquery)
--                             Heap Blocks: exact=2
--                             Buffers: shared hit=6
--                             ->  Bitmap Index Scan on listing_search_title_word_idx (actual time=0.010..0.010 rows=2 loops=1)
--                                   Index Cond: (title_tsv @@ '''lalaga'''::tsquery)
--                                   Buffers: shared hit=4
--   CTE titled
--     ->  Append (actual time=0.040..0.043 rows=2 loops=1)
--           Buffers: shared hit=10
--           ->  Result (actual time=0.018..0.019 rows=0 loops=1)
--                 One-Time Filter: ($3 >= '240'::bigint)
--                 Buffers: shared hit=4
--                 InitPlan 4 (returns $3)
--                   ->  Aggregate (actual time=0.017..0.017 rows=1 loops=1)
--                         Buffers: shared hit=4
--                         ->  CTE Scan on titled_step_0 titled_step_0_1 (actual time=0.015..0.015 rows=0 loops=1)
--                               Buffers: shared hit=4
--                 ->  CTE Scan on titled_step_0 titled_step_0_2 (never executed)
--           ->  CTE Scan on titled_step_1 (actual time=0.022..0.023 rows=2 loops=1)
--                 Buffers: shared hit=6
--   CTE ranked
--     ->  CTE Scan on titled (actual time=0.043..0.044 rows=2 loops=1)
--           Buffers: shared hit=10
--   CTE described_step_0
--     ->  Limit (actual time=1.073..1.076 rows=0 loops=1)
--           Buffers: shared hit=505
--           ->  Subquery Scan on s_2 (actual time=1.072..1.075 rows=0 loops=1)
--                 Filter: ((s_2.all_tsv @@ '''lalaga'''::tsquery) AND (NOT (hashed SubPlan 7)))
--                 Rows Removed by Filter: 500
--                 Buffers: shared hit=505
--                 ->  Limit (actual time=0.013..0.946 rows=500 loops=1)
--                       Buffers: shared hit=505
--                       InitPlan 8 (returns $7)
--                         ->  Aggregate (actual time=0.001..0.002 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_2 (actual time=0.000..0.000 rows=2 loops=1)
--                       InitPlan 9 (returns $8)
--                         ->  Aggregate (actual time=0.001..0.001 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_3 (actual time=0.000..0.000 rows=2 loops=1)
--                       ->  Result (actual time=0.012..0.916 rows=500 loops=1)
--                             One-Time Filter: (($7 < '240'::bigint) AND ($8 <= '24'::bigint))
--                             Buffers: shared hit=505
--                             ->  Index Scan using listing_search_score_idx on listing_search s_3 (actual time=0.009..0.843 rows=500 loops=1)
--                                   Buffers: shared hit=505
--                 SubPlan 7
--                   ->  CTE Scan on ranked ranked_1 (never executed)
--   CTE described_step_1
--     ->  Limit (actual time=0.037..0.040 rows=3 loops=1)
--           Buffers: shared hit=7
--           ->  Sort (actual time=0.036..0.039 rows=3 loops=1)
--                 Sort Key: s_4.score DESC, s_4.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=7
--                 ->  Result (actual time=0.027..0.034 rows=3 loops=1)
--                       One-Time Filter: (($10 < '240'::bigint) AND ($11 <= '24'::bigint) AND ($12 < '25'::bigint))
--                       Buffers: shared hit=7
--                       InitPlan 11 (returns $10)
--                         ->  Aggregate (actual time=0.002..0.002 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_4 (actual time=0.001..0.001 rows=2 loops=1)
--                       InitPlan 12 (returns $11)
--                         ->  Aggregate (actual time=0.002..0.002 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_5 (actual time=0.000..0.000 rows=2 loops=1)
--                       InitPlan 13 (returns $12)
--                         ->  Aggregate (actual time=0.001..0.002 rows=1 loops=1)
--                               ->  CTE Scan on described_step_0 (actual time=0.000..0.001 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_4 (actual time=0.019..0.024 rows=3 loops=1)
--                             Recheck Cond: ((all_tsv @@ '''lalaga'''::tsquery) AND hot)
--                             Filter: (NOT (hashed SubPlan 14))
--                             Heap Blocks: exact=3
--                             Buffers: shared hit=7
--                             ->  Bitmap Index Scan on listing_search_hot_word_idx (actual time=0.010..0.010 rows=3 loops=1)
--                                   Index Cond: (all_tsv @@ '''lalaga'''::tsquery)
--                                   Buffers: shared hit=4
--                             SubPlan 14
--                               ->  CTE Scan on ranked ranked_6 (actual time=0.000..0.001 rows=2 loops=1)
--   CTE described_step_2
--     ->  Limit (actual time=0.169..0.174 rows=25 loops=1)
--           Buffers: shared hit=75
--           ->  Sort (actual time=0.169..0.172 rows=25 loops=1)
--                 Sort Key: s_5.score DESC, s_5.listing_id DESC
--                 Sort Method: top-N heapsort  Memory: 36kB
--                 Buffers: shared hit=75
--                 ->  Result (actual time=0.034..0.154 rows=69 loops=1)
--                       One-Time Filter: (($15 < '240'::bigint) AND ($16 <= '24'::bigint) AND ($17 < '25'::bigint) AND ($18 < '25'::bigint))
--                       Buffers: shared hit=75
--                       InitPlan 16 (returns $15)
--                         ->  Aggregate (actual time=0.002..0.002 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_7 (actual time=0.000..0.001 rows=2 loops=1)
--                       InitPlan 17 (returns $16)
--                         ->  Aggregate (actual time=0.002..0.002 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_8 (actual time=0.000..0.000 rows=2 loops=1)
--                       InitPlan 18 (returns $17)
--                         ->  Aggregate (actual time=0.001..0.001 rows=1 loops=1)
--                               ->  CTE Scan on described_step_0 described_step_0_1 (actual time=0.000..0.000 rows=0 loops=1)
--                       InitPlan 19 (returns $18)
--                         ->  Aggregate (actual time=0.002..0.002 rows=1 loops=1)
--                               ->  CTE Scan on described_step_1 (actual time=0.000..0.001 rows=3 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_5 (actual time=0.026..0.137 rows=69 loops=1)
--                             Recheck Cond: (all_tsv @@ '''lalaga'''::tsquery)
--                             Filter: (NOT (hashed SubPlan 20))
--                             Rows Removed by Filter: 2
--                             Heap Blocks: exact=71
--                             Buffers: shared hit=75
--                             ->  Bitmap Index Scan on listing_search_word_idx (actual time=0.014..0.014 rows=71 loops=1)
--                                   Index Cond: (all_tsv @@ '''lalaga'''::tsquery)
--                                   Buffers: shared hit=4
--                             SubPlan 20
--                               ->  CTE Scan on ranked ranked_9 (actual time=0.001..0.001 rows=2 loops=1)
--   CTE described
--     ->  Append (actual time=1.286..1.293 rows=25 loops=1)
--           Buffers: shared hit=587
--           ->  Result (actual time=1.075..1.075 rows=0 loops=1)
--                 One-Time Filter: ($21 >= '25'::bigint)
--                 Buffers: shared hit=505
--                 InitPlan 22 (returns $21)
--                   ->  Aggregate (actual time=1.074..1.074 rows=1 loops=1)
--                         Buffers: shared hit=505
--                         ->  CTE Scan on described_step_0 described_step_0_2 (actual time=1.073..1.073 rows=0 loops=1)
--                               Buffers: shared hit=505
--                 ->  CTE Scan on described_step_0 described_step_0_3 (never executed)
--           ->  Result (actual time=0.041..0.041 rows=0 loops=1)
--                 One-Time Filter: ($22 >= '25'::bigint)
--                 Buffers: shared hit=7
--                 InitPlan 23 (returns $22)
--                   ->  Aggregate (actual time=0.040..0.040 rows=1 loops=1)
--                         Buffers: shared hit=7
--                         ->  CTE Scan on described_step_1 described_step_1_1 (actual time=0.038..0.039 rows=3 loops=1)
--                               Buffers: shared hit=7
--                 ->  CTE Scan on described_step_1 described_step_1_2 (never executed)
--           ->  CTE Scan on described_step_2 (actual time=0.170..0.174 rows=25 loops=1)
--                 Buffers: shared hit=75
--   ->  Nested Loop Left Join (actual time=1.373..1.552 rows=25 loops=1)
--         Buffers: shared hit=719
--         ->  Nested Loop (actual time=1.366..1.528 rows=25 loops=1)
--               Buffers: shared hit=697
--               ->  Limit (actual time=1.351..1.355 rows=25 loops=1)
--                     Buffers: shared hit=597
--                     ->  Sort (actual time=1.351..1.353 rows=25 loops=1)
--                           Sort Key: ranked.rank DESC, ranked.score DESC, ranked.listing_id DESC
--                           Sort Method: quicksort  Memory: 27kB
--                           Buffers: shared hit=597
--                           ->  Append (actual time=0.044..1.344 rows=27 loops=1)
--                                 Buffers: shared hit=597
--                                 ->  CTE Scan on ranked (actual time=0.044..0.046 rows=2 loops=1)
--                                       Buffers: shared hit=10
--                                 ->  CTE Scan on described (actual time=1.286..1.296 rows=25 loops=1)
--                                       Buffers: shared hit=587
--               ->  Index Scan using listing_pkey on listing l (actual time=0.006..0.007 rows=1 loops=25)
--                     Index Cond: (id = ranked.listing_id)
--                     Buffers: shared hit=100
--         ->  Memoize (actual time=0.001..0.001 rows=1 loops=25)
--               Cache Key: l.category_id
--               Cache Mode: logical
--               Hits: 14  Misses: 11  Evictions: 0  Overflows: 0  Memory Usage: 2kB
--               Buffers: shared hit=22
--               ->  Index Scan using category_pkey on category c (actual time=0.001..0.001 rows=1 loops=11)
--                     Index Cond: (id = l.category_id)
--                     Buffers: shared hit=22
--   ->  Index Scan using account_pkey on account o (actual time=0.004..0.004 rows=1 loops=25)
--         Index Cond: (id = l.owner_id)
--         Buffers: shared hit=100
--   SubPlan 25
--     ->  Limit (actual time=0.007..0.007 rows=1 loops=25)
--           Buffers: shared hit=100
--           ->  Index Scan using photo_listing_idx on photo p (actual time=0.007..0.007 rows=1 loops=25)
--                 Index Cond: (listing_id = l.id)
--                 Buffers: shared hit=100
-- Planning:
--   Buffers: shared hit=29
-- Planning Time: 1.089 ms
-- Execution Time: 2.117 ms

select -1 as typed, '' as word, greatest(reltuples, 1)::int as listing_count
from pg_class where oid = 'listing_search'::regclass union all (select 0::int, word, listing_count from search_term where word like 'lalaga%'
  order by listing_count desc, word limit 21);

-- Append (actual time=0.009..0.022 rows=2 loops=1)
--   Buffers: shared hit=6
--   ->  Index Scan using pg_class_oid_index on pg_class (actual time=0.009..0.010 rows=1 loops=1)
--         Index Cond: (oid = '18277'::oid)
--         Buffers: shared hit=3
--   ->  Limit (actual time=0.011..0.012 rows=1 loops=1)
--         Buffers: shared hit=3
--         ->  Sort (actual time=0.011..0.011 rows=1 loops=1)
--               Sort Key: search_term.listing_count DESC, search_term.word
--               Sort Method: quicksort  Memory: 25kB
--               Buffers: shared hit=3
--               ->  Index Scan using search_term_beginning_idx on search_term (actual time=0.007..0.007 rows=1 loops=1)
--                     Index Cond: ((word ~>=~ 'lalaga'::text) AND (word ~<~ 'lalagb'::text))
--                     Filter: (word ~~ 'lalaga%'::text)
--                     Buffers: shared hit=3
-- Planning:
--   Buffers: shared hit=1
-- Planning Time: 0.110 ms
-- Execution Time: 0.036 ms
