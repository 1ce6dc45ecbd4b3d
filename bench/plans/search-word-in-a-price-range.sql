-- search, word in a price range, of 1,000,000 listings

with "titled_step_0" as materialized (select s.* from (
select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where hot and true  and s.price_per_day_centavos >= 10000
and s.price_per_day_centavos <= 12000  and "s"."title_tsv" @@ to_tsquery('english', '(cooler)')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 240), "titled_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where true and not (select count(*) from "titled_step_0") >= 240  and s.price_per_day_centavos >= 10000
and s.price_per_day_centavos <= 12000  and "s"."title_tsv" @@ to_tsquery('english', '(cooler)')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 240),
"titled" as materialized (select * from "titled_step_0" where (select count(*) from "titled_step_0") >= 240 union all select * from "titled_step_1"),
  ranked as materialized (
    select listing_id, ts_rank(title_tsv, to_tsquery('english', '(cooler)')) as rank, key_0 as score from titled),
  "described_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where (select count(*) from ranked) < 240
  and (select count(*) from ranked where true) <= 24
  order by "s"."score" desc, "s"."listing_id" desc limit 500) s
where true and s.price_per_day_centavos >= 10000
and s.price_per_day_centavos <= 12000 and "s"."all_tsv" @@ to_tsquery('english', '(cooler)') and s.listing_id not in (select listing_id from ranked)) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 25), "described_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where hot and (select count(*) from ranked) < 240
  and (select count(*) from ranked where true) <= 24 and not (select count(*) from "described_step_0") >= 25  and s.price_per_day_centavos >= 10000
and s.price_per_day_centavos <= 12000  and "s"."all_tsv" @@ to_tsquery('english', '(cooler)') and s.listing_id not in (select listing_id from ranked)
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 25), "described_step_2" as materialized (select s.* from (
select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where (select count(*) from ranked) < 240
  and (select count(*) from ranked where true) <= 24 and not (select count(*) from "described_step_0") >= 25 and not (select count(*) from "described_step_1") >= 25  and s.price_per_day_centavos >= 10000
and s.price_per_day_centavos <= 12000  and "s"."all_tsv" @@ to_tsquery('english', '(cooler)') and s.listing_id not in (select listing_id from ranked)
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

-- Nested Loop (actual time=10.645..11.120 rows=25 loops=1)
--   Buffers: shared hit=2035
--   CTE titled_step_0
--     ->  Limit (actual time=1.649..1.654 rows=29 loops=1)
--           Buffers: shared hit=898
--           ->  Sort (actual time=1.648..1.651 rows=29 loops=1)
--                 Sort Key: s.score DESC, s.listing_id DESC
--                 Sort Method: quicksort  Memory: 32kB
--                 Buffers: shared hit=898
--                 ->  Bitmap Heap Scan on listing_search s (actual time=0.200..1.635 rows=29 loops=1)
--                       Recheck Cond: ((title_tsv @@ '''cooler'''::tsquery) AND hot)
--                       Filter: ((price_per_day_centavos >= 10000) AND (price_per_day_centavos <= 12000))
--                       Rows Removed by Filter: 887
--                       Heap Blocks: exact=894
--                       Buffers: shared hit=898
--                       ->  Bitmap Index Scan on listing_search_hot_title_word_idx (actual time=0.098..0.099 rows=916 loops=1)
--                             Index Cond: (title_tsv @@ '''cooler'''::tsquery)
--                             Buffers: shared hit=4
--   CTE titled_step_1
--     ->  Limit (actual time=8.598..8.624 rows=240 loops=1)
--           Buffers: shared hit=833
--           ->  Sort (actual time=8.597..8.609 rows=240 loops=1)
--                 Sort Key: s_1.score DESC, s_1.listing_id DESC
--                 Sort Method: quicksort  Memory: 106kB
--                 Buffers: shared hit=833
--                 ->  Result (actual time=7.810..8.507 rows=332 loops=1)
--                       One-Time Filter: ($1 < '240'::bigint)
--                       Buffers: shared hit=833
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.005..0.006 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_0 (actual time=0.000..0.003 rows=29 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_1 (actual time=7.799..8.460 rows=332 loops=1)
--                             Recheck Cond: ((title_tsv @@ '''cooler'''::tsquery) AND (price_per_day_centavos >= 10000) AND (price_per_day_centavos <= 12000))
--                             Heap Blocks: exact=332
--                             Buffers: shared hit=833
--                             ->  BitmapAnd (actual time=7.750..7.751 rows=0 loops=1)
--                                   Buffers: shared hit=501
--                                   ->  Bitmap Index Scan on listing_search_title_word_idx (actual time=0.909..0.910 rows=8768 loops=1)
--                                         Index Cond: (title_tsv @@ '''cooler'''::tsquery)
--                                         Buffers: shared hit=8
--                                   ->  Bitmap Index Scan on listing_search_dear_idx (actual time=6.462..6.462 rows=81197 loops=1)
--                                         Index Cond: ((price_per_day_centavos >= 10000) AND (price_per_day_centavos <= 12000))
--                                         Buffers: shared hit=493
--   CTE titled
--     ->  Append (actual time=10.264..10.328 rows=240 loops=1)
--           Buffers: shared hit=1731
--           ->  Result (actual time=1.663..1.664 rows=0 loops=1)
--                 One-Time Filter: ($3 >= '240'::bigint)
--                 Buffers: shared hit=898
--                 InitPlan 4 (returns $3)
--                   ->  Aggregate (actual time=1.661..1.662 rows=1 loops=1)
--                         Buffers: shared hit=898
--                         ->  CTE Scan on titled_step_0 titled_step_0_1 (actual time=1.650..1.657 rows=29 loops=1)
--                               Buffers: shared hit=898
--                 ->  CTE Scan on titled_step_0 titled_step_0_2 (never executed)
--           ->  CTE Scan on titled_step_1 (actual time=8.600..8.648 rows=240 loops=1)
--                 Buffers: shared hit=833
--   CTE ranked
--     ->  CTE Scan on titled (actual time=10.269..10.381 rows=240 loops=1)
--           Buffers: shared hit=1731
--   CTE described_step_0
--     ->  Limit (actual time=0.029..0.033 rows=0 loops=1)
--           ->  Subquery Scan on s_2 (actual time=0.029..0.032 rows=0 loops=1)
--                 Filter: ((s_2.price_per_day_centavos >= 10000) AND (s_2.price_per_day_centavos <= 12000) AND (s_2.all_tsv @@ '''cooler'''::tsquery) AND (NOT (hashed SubPlan 7)))
--                 ->  Limit (actual time=0.028..0.030 rows=0 loops=1)
--                       InitPlan 8 (returns $7)
--                         ->  Aggregate (actual time=0.025..0.026 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_2 (actual time=0.001..0.012 rows=240 loops=1)
--                       InitPlan 9 (returns $8)
--                         ->  Aggregate (never executed)
--                               ->  CTE Scan on ranked ranked_3 (never executed)
--                       ->  Result (actual time=0.027..0.028 rows=0 loops=1)
--                             One-Time Filter: (($7 < '240'::bigint) AND ($8 <= '24'::bigint))
--                             ->  Index Scan using listing_search_score_idx on listing_search s_3 (never executed)
--                 SubPlan 7
--                   ->  CTE Scan on ranked ranked_1 (never executed)
--   CTE described_step_1
--     ->  Limit (actual time=0.037..0.039 rows=0 loops=1)
--           ->  Sort (actual time=0.036..0.038 rows=0 loops=1)
--                 Sort Key: s_4.score DESC, s_4.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 ->  Result (actual time=0.026..0.028 rows=0 loops=1)
--                       One-Time Filter: (($10 < '240'::bigint) AND ($11 <= '24'::bigint) AND ($12 < '25'::bigint))
--                       InitPlan 11 (returns $10)
--                         ->  Aggregate (actual time=0.024..0.025 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_4 (actual time=0.000..0.013 rows=240 loops=1)
--                       InitPlan 12 (returns $11)
--                         ->  Aggregate (never executed)
--                               ->  CTE Scan on ranked ranked_5 (never executed)
--                       InitPlan 13 (returns $12)
--                         ->  Aggregate (never executed)
--                               ->  CTE Scan on described_step_0 (never executed)
--                       ->  Bitmap Heap Scan on listing_search s_4 (never executed)
--                             Recheck Cond: ((all_tsv @@ '''cooler'''::tsquery) AND hot)
--                             Filter: ((price_per_day_centavos >= 10000) AND (price_per_day_centavos <= 12000) AND (NOT (hashed SubPlan 14)))
--                             ->  Bitmap Index Scan on listing_search_hot_word_idx (never executed)
--                                   Index Cond: (all_tsv @@ '''cooler'''::tsquery)
--                             SubPlan 14
--                               ->  CTE Scan on ranked ranked_6 (never executed)
--   CTE described_step_2
--     ->  Limit (actual time=0.027..0.030 rows=0 loops=1)
--           ->  Sort (actual time=0.026..0.030 rows=0 loops=1)
--                 Sort Key: s_5.score DESC, s_5.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 ->  Result (actual time=0.024..0.027 rows=0 loops=1)
--                       One-Time Filter: (($15 < '240'::bigint) AND ($16 <= '24'::bigint) AND ($17 < '25'::bigint) AND ($18 < '25'::bigint))
--                       InitPlan 16 (returns $15)
--                         ->  Aggregate (actual time=0.022..0.023 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_7 (actual time=0.000..0.011 rows=240 loops=1)
--                       InitPlan 17 (returns $16)
--                         ->  Aggregate (never executed)
--                               ->  CTE Scan on ranked ranked_8 (never executed)
--                       InitPlan 18 (returns $17)
--                         ->  Aggregate (never executed)
--                               ->  CTE Scan on described_step_0 described_step_0_1 (never executed)
--                       InitPlan 19 (returns $18)
--                         ->  Aggregate (never executed)
--                               ->  CTE Scan on described_step_1 (never executed)
--                       ->  Bitmap Heap Scan on listing_search s_5 (never executed)
--                             Recheck Cond: ((all_tsv @@ '''cooler'''::tsquery) AND (price_per_day_centavos >= 10000) AND (price_per_day_centavos <= 12000))
--                             Filter: (NOT (hashed SubPlan 20))
--                             ->  BitmapAnd (never executed)
--                                   ->  Bitmap Index Scan on listing_search_word_idx (never executed)
--                                         Index Cond: (all_tsv @@ '''cooler'''::tsquery)
--                                   ->  Bitmap Index Scan on listing_search_dear_idx (never executed)
--                                         Index Cond: ((price_per_day_centavos >= 10000) AND (price_per_day_centavos <= 12000))
--                             SubPlan 20
--                               ->  CTE Scan on ranked ranked_9 (never executed)
--   CTE described
--     ->  Append (actual time=0.105..0.107 rows=0 loops=1)
--           ->  Result (actual time=0.034..0.035 rows=0 loops=1)
--                 One-Time Filter: ($21 >= '25'::bigint)
--                 InitPlan 22 (returns $21)
--                   ->  Aggregate (actual time=0.032..0.032 rows=1 loops=1)
--                         ->  CTE Scan on described_step_0 described_step_0_2 (actual time=0.031..0.031 rows=0 loops=1)
--                 ->  CTE Scan on described_step_0 described_step_0_3 (never executed)
--           ->  Result (actual time=0.041..0.041 rows=0 loops=1)
--                 One-Time Filter: ($22 >= '25'::bigint)
--                 InitPlan 23 (returns $22)
--                   ->  Aggregate (actual time=0.039..0.040 rows=1 loops=1)
--                         ->  CTE Scan on described_step_1 described_step_1_1 (actual time=0.038..0.038 rows=0 loops=1)
--                 ->  CTE Scan on described_step_1 described_step_1_2 (never executed)
--           ->  CTE Scan on described_step_2 (actual time=0.028..0.028 rows=0 loops=1)
--   ->  Nested Loop Left Join (actual time=10.598..10.775 rows=25 loops=1)
--         Buffers: shared hit=1835
--         ->  Nested Loop (actual time=10.586..10.752 rows=25 loops=1)
--               Buffers: shared hit=1831
--               ->  Limit (actual time=10.562..10.567 rows=25 loops=1)
--                     Buffers: shared hit=1731
--                     ->  Sort (actual time=10.561..10.564 rows=25 loops=1)
--                           Sort Key: ranked.rank DESC, ranked.score DESC, ranked.listing_id DESC
--                           Sort Method: top-N heapsort  Memory: 26kB
--                           Buffers: shared hit=1731
--                           ->  Append (actual time=10.272..10.539 rows=240 loops=1)
--                                 Buffers: shared hit=1731
--                                 ->  CTE Scan on ranked (actual time=10.271..10.417 rows=240 loops=1)
--                                       Buffers: shared hit=1731
--                                 ->  CTE Scan on described (actual time=0.106..0.107 rows=0 loops=1)
--               ->  Index Scan using listing_pkey on listing l (actual time=0.007..0.007 rows=1 loops=25)
--                     Index Cond: (id = ranked.listing_id)
--                     Buffers: shared hit=100
--         ->  Memoize (actual time=0.001..0.001 rows=1 loops=25)
--               Cache Key: l.category_id
--               Cache Mode: logical
--               Hits: 23  Misses: 2  Evictions: 0  Overflows: 0  Memory Usage: 1kB
--               Buffers: shared hit=4
--               ->  Index Scan using category_pkey on category c (actual time=0.004..0.004 rows=1 loops=2)
--                     Index Cond: (id = l.category_id)
--                     Buffers: shared hit=4
--   ->  Index Scan using account_pkey on account o (actual time=0.004..0.004 rows=1 loops=25)
--         Index Cond: (id = l.owner_id)
--         Buffers: shared hit=100
--   SubPlan 25
--     ->  Limit (actual time=0.008..0.008 rows=1 loops=25)
--           Buffers: shared hit=100
--           ->  Index Scan using photo_listing_idx on photo p (actual time=0.008..0.008 rows=1 loops=25)
--                 Index Cond: (listing_id = l.id)
--                 Buffers: shared hit=100
-- Planning:
--   Buffers: shared hit=61
-- Planning Time: 1.674 ms
-- Execution Time: 11.316 ms

select -1 as typed, '' as word, greatest(reltuples, 1)::int as listing_count
from pg_class where oid = 'listing_search'::regclass union all (select 0::int, word, listing_count from search_term where word like 'cooler%'
  order by listing_count desc, word limit 21);

-- Append (actual time=0.013..0.022 rows=2 loops=1)
--   Buffers: shared hit=6
--   ->  Index Scan using pg_class_oid_index on pg_class (actual time=0.013..0.013 rows=1 loops=1)
--         Index Cond: (oid = '18277'::oid)
--         Buffers: shared hit=3
--   ->  Limit (actual time=0.008..0.008 rows=1 loops=1)
--         Buffers: shared hit=3
--         ->  Sort (actual time=0.007..0.007 rows=1 loops=1)
--               Sort Key: search_term.listing_count DESC, search_term.word
--               Sort Method: quicksort  Memory: 25kB
--               Buffers: shared hit=3
--               ->  Index Scan using search_term_beginning_idx on search_term (actual time=0.004..0.004 rows=1 loops=1)
--                     Index Cond: ((word ~>=~ 'cooler'::text) AND (word ~<~ 'cooles'::text))
--                     Filter: (word ~~ 'cooler%'::text)
--                     Buffers: shared hit=3
-- Planning:
--   Buffers: shared hit=1
-- Planning Time: 0.177 ms
-- Execution Time: 0.037 ms
