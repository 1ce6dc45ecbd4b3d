-- search, word in a category

select w.typed, s.word, s.listing_count from (select distinct unnest(array['cooler']::text[]) as typed) w
cross join lateral (
  (select word, listing_count from search_term where word % w.typed limit 200)
  union (select word, listing_count from search_term
    where left(word, 1) = left(w.typed, 1) and length(word) between length(w.typed) - 1 and length(w.typed) + 1
    order by listing_count desc limit 1000)
) s;

-- Nested Loop (actual time=0.131..0.138 rows=22 loops=1)
--   Buffers: shared hit=43
--   ->  HashAggregate (actual time=0.006..0.006 rows=1 loops=1)
--         Group Key: unnest('{cooler}'::text[])
--         Batches: 1  Memory Usage: 24kB
--         ->  ProjectSet (actual time=0.002..0.003 rows=1 loops=1)
--               ->  Result (actual time=0.000..0.001 rows=1 loops=1)
--   ->  HashAggregate (actual time=0.124..0.128 rows=22 loops=1)
--         Group Key: search_term.word, search_term.listing_count
--         Batches: 1  Memory Usage: 40kB
--         Buffers: shared hit=43
--         ->  Append (actual time=0.058..0.114 rows=23 loops=1)
--               Buffers: shared hit=43
--               ->  Limit (actual time=0.057..0.058 rows=1 loops=1)
--                     Buffers: shared hit=19
--                     ->  Bitmap Heap Scan on search_term (actual time=0.056..0.057 rows=1 loops=1)
--                           Recheck Cond: (word % (unnest('{cooler}'::text[])))
--                           Rows Removed by Index Recheck: 3
--                           Heap Blocks: exact=4
--                           Buffers: shared hit=19
--                           ->  Bitmap Index Scan on search_term_trgm_idx (actual time=0.037..0.037 rows=4 loops=1)
--                                 Index Cond: (word % (unnest('{cooler}'::text[])))
--                                 Buffers: shared hit=15
--               ->  Limit (actual time=0.050..0.053 rows=22 loops=1)
--                     Buffers: shared hit=24
--                     ->  Sort (actual time=0.050..0.051 rows=22 loops=1)
--                           Sort Key: search_term_1.listing_count DESC
--                           Sort Method: quicksort  Memory: 26kB
--                           Buffers: shared hit=24
--                           ->  Index Scan using search_term_first_idx on search_term search_term_1 (actual time=0.014..0.040 rows=22 loops=1)
--                                 Index Cond: (("left"(word, 1) = "left"((unnest('{cooler}'::text[])), 1)) AND (length(word) >= (length((unnest('{cooler}'::text[]))) - 1)) AND (length(word) <= (length((unnest('{cooler}'::text[]))) + 1)))
--                                 Buffers: shared hit=24
-- Planning:
--   Buffers: shared hit=1
-- Planning Time: 0.185 ms
-- Execution Time: 0.194 ms

with "titled_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where true and s.category_id = 12
  order by "s"."score" desc, "s"."listing_id" desc limit 4000) s
where true
 and "s"."title_tsv" @@ to_tsquery('english', 'cooler:*')) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 500), "titled_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where hot and true and not (select count(*) from "titled_step_0") >= 500 and s.category_id = 12
  and "s"."title_tsv" @@ to_tsquery('english', 'cooler:*')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 500), "titled_step_2" as materialized (select s.* from (
select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where true and not (select count(*) from "titled_step_0") >= 500 and not (select count(*) from "titled_step_1") >= 500 and s.category_id = 12
  and "s"."title_tsv" @@ to_tsquery('english', 'cooler:*')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 500),
"titled" as materialized (select * from "titled_step_0" where (select count(*) from "titled_step_0") >= 500 union all select * from "titled_step_1" where (select count(*) from "titled_step_1") >= 500 union all select * from "titled_step_2"),
  ranked as materialized (
    select listing_id, ts_rank(title_tsv, to_tsquery('english', 'cooler:*')) as rank, key_0 as score from titled),
  "described_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where (select count(*) from ranked) < 500
  and (select count(*) from ranked where true) <= 24 and s.category_id = 12
  order by "s"."score" desc, "s"."listing_id" desc limit 1500) s
where true
 and "s"."all_tsv" @@ to_tsquery('english', 'cooler:*') and s.listing_id not in (select listing_id from ranked)) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 25), "described_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where (select count(*) from ranked) < 500
  and (select count(*) from ranked where true) <= 24 and not (select count(*) from "described_step_0") >= 25 and s.category_id = 12
  and "s"."all_tsv" @@ to_tsquery('english', 'cooler:*') and s.listing_id not in (select listing_id from ranked)
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

-- Nested Loop (actual time=27.497..27.541 rows=0 loops=1)
--   Buffers: shared hit=5909
--   CTE titled_step_0
--     ->  Limit (actual time=6.377..6.379 rows=0 loops=1)
--           Buffers: shared hit=4022
--           ->  Subquery Scan on s (actual time=6.376..6.378 rows=0 loops=1)
--                 Filter: (s.title_tsv @@ '''cooler'':*'::tsquery)
--                 Rows Removed by Filter: 4000
--                 Buffers: shared hit=4022
--                 ->  Limit (actual time=0.017..5.539 rows=4000 loops=1)
--                       Buffers: shared hit=4022
--                       ->  Index Scan using listing_search_category_score_idx on listing_search s_1 (actual time=0.017..5.232 rows=4000 loops=1)
--                             Index Cond: (category_id = 12)
--                             Buffers: shared hit=4022
--   CTE titled_step_1
--     ->  Limit (actual time=3.226..3.231 rows=0 loops=1)
--           Buffers: shared hit=123
--           ->  Sort (actual time=3.225..3.230 rows=0 loops=1)
--                 Sort Key: s_2.score DESC, s_2.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=123
--                 ->  Result (actual time=3.215..3.219 rows=0 loops=1)
--                       One-Time Filter: ($1 < '500'::bigint)
--                       Buffers: shared hit=123
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.001..0.003 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_0 (actual time=0.000..0.001 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_2 (actual time=3.212..3.214 rows=0 loops=1)
--                             Recheck Cond: ((title_tsv @@ '''cooler'':*'::tsquery) AND hot AND (category_id = 12))
--                             Buffers: shared hit=123
--                             ->  BitmapAnd (actual time=3.208..3.210 rows=0 loops=1)
--                                   Buffers: shared hit=123
--                                   ->  Bitmap Index Scan on listing_search_title_hot_idx (actual time=0.159..0.160 rows=437 loops=1)
--                                         Index Cond: (title_tsv @@ '''cooler'':*'::tsquery)
--                                         Buffers: shared hit=4
--                                   ->  Bitmap Index Scan on listing_search_category_score_idx (actual time=3.017..3.017 rows=23683 loops=1)
--                                         Index Cond: (category_id = 12)
--                                         Buffers: shared hit=119
--   CTE titled_step_2
--     ->  Limit (actual time=7.276..7.281 rows=0 loops=1)
--           Buffers: shared hit=127
--           ->  Sort (actual time=7.274..7.280 rows=0 loops=1)
--                 Sort Key: s_3.score DESC, s_3.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=127
--                 ->  Result (actual time=7.265..7.270 rows=0 loops=1)
--                       One-Time Filter: (($3 < '500'::bigint) AND ($4 < '500'::bigint))
--                       Buffers: shared hit=127
--                       InitPlan 4 (returns $3)
--                         ->  Aggregate (actual time=0.002..0.003 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_0 titled_step_0_1 (actual time=0.001..0.001 rows=0 loops=1)
--                       InitPlan 5 (returns $4)
--                         ->  Aggregate (actual time=0.001..0.002 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_1 (actual time=0.000..0.000 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_3 (actual time=7.259..7.261 rows=0 loops=1)
--                             Recheck Cond: ((title_tsv @@ '''cooler'':*'::tsquery) AND (category_id = 12))
--                             Buffers: shared hit=127
--                             ->  BitmapAnd (actual time=7.216..7.218 rows=0 loops=1)
--                                   Buffers: shared hit=127
--                                   ->  Bitmap Index Scan on listing_search_title_idx (actual time=4.129..4.129 rows=8870 loops=1)
--                                         Index Cond: (title_tsv @@ '''cooler'':*'::tsquery)
--                                         Buffers: shared hit=8
--                                   ->  Bitmap Index Scan on listing_search_category_score_idx (actual time=2.631..2.631 rows=23683 loops=1)
--                                         Index Cond: (category_id = 12)
--                                         Buffers: shared hit=119
--   CTE titled
--     ->  Append (actual time=16.905..16.911 rows=0 loops=1)
--           Buffers: shared hit=4272
--           ->  Result (actual time=6.386..6.388 rows=0 loops=1)
--                 One-Time Filter: ($6 >= '500'::bigint)
--                 Buffers: shared hit=4022
--                 InitPlan 7 (returns $6)
--                   ->  Aggregate (actual time=6.382..6.383 rows=1 loops=1)
--                         Buffers: shared hit=4022
--                         ->  CTE Scan on titled_step_0 titled_step_0_2 (actual time=6.378..6.378 rows=0 loops=1)
--                               Buffers: shared hit=4022
--                 ->  CTE Scan on titled_step_0 titled_step_0_3 (never executed)
--           ->  Result (actual time=3.236..3.239 rows=0 loops=1)
--                 One-Time Filter: ($7 >= '500'::bigint)
--                 Buffers: shared hit=123
--                 InitPlan 8 (returns $7)
--                   ->  Aggregate (actual time=3.231..3.233 rows=1 loops=1)
--                         Buffers: shared hit=123
--                         ->  CTE Scan on titled_step_1 titled_step_1_1 (actual time=3.227..3.228 rows=0 loops=1)
--                               Buffers: shared hit=123
--                 ->  CTE Scan on titled_step_1 titled_step_1_2 (never executed)
--           ->  CTE Scan on titled_step_2 (actual time=7.277..7.278 rows=0 loops=1)
--                 Buffers: shared hit=127
--   CTE ranked
--     ->  CTE Scan on titled (actual time=16.905..16.906 rows=0 loops=1)
--           Buffers: shared hit=4272
--   CTE described_step_0
--     ->  Limit (actual time=2.934..2.940 rows=0 loops=1)
--           Buffers: shared hit=1510
--           ->  Subquery Scan on s_4 (actual time=2.932..2.938 rows=0 loops=1)
--                 Filter: ((s_4.all_tsv @@ '''cooler'':*'::tsquery) AND (NOT (hashed SubPlan 11)))
--                 Rows Removed by Filter: 1500
--                 Buffers: shared hit=1510
--                 ->  Limit (actual time=0.047..2.454 rows=1500 loops=1)
--                       Buffers: shared hit=1510
--                       InitPlan 12 (returns $11)
--                         ->  Aggregate (actual time=0.003..0.004 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_2 (actual time=0.000..0.001 rows=0 loops=1)
--                       InitPlan 13 (returns $12)
--                         ->  Aggregate (actual time=0.016..0.017 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_3 (actual time=0.015..0.015 rows=0 loops=1)
--                       ->  Result (actual time=0.047..2.324 rows=1500 loops=1)
--                             One-Time Filter: (($11 < '500'::bigint) AND ($12 <= '24'::bigint))
--                             Buffers: shared hit=1510
--                             ->  Index Scan using listing_search_category_score_idx on listing_search s_5 (actual time=0.021..1.927 rows=1500 loops=1)
--                                   Index Cond: (category_id = 12)
--                                   Buffers: shared hit=1510
--                 SubPlan 11
--                   ->  CTE Scan on ranked ranked_1 (never executed)
--   CTE described_step_1
--     ->  Limit (actual time=7.609..7.615 rows=0 loops=1)
--           Buffers: shared hit=127
--           ->  Sort (actual time=7.607..7.613 rows=0 loops=1)
--                 Sort Key: s_6.score DESC, s_6.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=127
--                 ->  Result (actual time=7.595..7.600 rows=0 loops=1)
--                       One-Time Filter: (($14 < '500'::bigint) AND ($15 <= '24'::bigint) AND ($16 < '25'::bigint))
--                       Buffers: shared hit=127
--                       InitPlan 15 (returns $14)
--                         ->  Aggregate (actual time=0.002..0.003 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_4 (actual time=0.001..0.001 rows=0 loops=1)
--                       InitPlan 16 (returns $15)
--                         ->  Aggregate (actual time=0.001..0.002 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_5 (actual time=0.000..0.001 rows=0 loops=1)
--                       InitPlan 17 (returns $16)
--                         ->  Aggregate (actual time=0.001..0.002 rows=1 loops=1)
--                               ->  CTE Scan on described_step_0 (actual time=0.000..0.001 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_6 (actual time=7.585..7.587 rows=0 loops=1)
--                             Recheck Cond: ((all_tsv @@ '''cooler'':*'::tsquery) AND (category_id = 12))
--                             Filter: (NOT (hashed SubPlan 18))
--                             Buffers: shared hit=127
--                             ->  BitmapAnd (actual time=7.532..7.533 rows=0 loops=1)
--                                   Buffers: shared hit=127
--                                   ->  Bitmap Index Scan on listing_search_all_idx (actual time=3.866..3.866 rows=8870 loops=1)
--                                         Index Cond: (all_tsv @@ '''cooler'':*'::tsquery)
--                                         Buffers: shared hit=8
--                                   ->  Bitmap Index Scan on listing_search_category_score_idx (actual time=3.205..3.205 rows=23683 loops=1)
--                                         Index Cond: (category_id = 12)
--                                         Buffers: shared hit=119
--                             SubPlan 18
--                               ->  CTE Scan on ranked ranked_6 (never executed)
--   CTE described
--     ->  Append (actual time=10.577..10.579 rows=0 loops=1)
--           Buffers: shared hit=1637
--           ->  Result (actual time=2.962..2.964 rows=0 loops=1)
--                 One-Time Filter: ($19 >= '25'::bigint)
--                 Buffers: shared hit=1510
--                 InitPlan 20 (returns $19)
--                   ->  Aggregate (actual time=2.956..2.956 rows=1 loops=1)
--                         Buffers: shared hit=1510
--                         ->  CTE Scan on described_step_0 described_step_0_1 (actual time=2.936..2.937 rows=0 loops=1)
--                               Buffers: shared hit=1510
--                 ->  CTE Scan on described_step_0 described_step_0_2 (never executed)
--           ->  CTE Scan on described_step_1 (actual time=7.610..7.610 rows=0 loops=1)
--                 Buffers: shared hit=127
--   ->  Nested Loop Left Join (actual time=27.496..27.499 rows=0 loops=1)
--         Buffers: shared hit=5909
--         ->  Nested Loop (actual time=27.496..27.498 rows=0 loops=1)
--               Buffers: shared hit=5909
--               ->  Limit (actual time=27.495..27.496 rows=0 loops=1)
--                     Buffers: shared hit=5909
--                     ->  Sort (actual time=27.493..27.495 rows=0 loops=1)
--                           Sort Key: ranked.rank DESC, ranked.score DESC, ranked.listing_id DESC
--                           Sort Method: quicksort  Memory: 25kB
--                           Buffers: shared hit=5909
--                           ->  Append (actual time=27.488..27.489 rows=0 loops=1)
--                                 Buffers: shared hit=5909
--                                 ->  CTE Scan on ranked (actual time=16.907..16.907 rows=0 loops=1)
--                                       Buffers: shared hit=4272
--                                 ->  CTE Scan on described (actual time=10.579..10.579 rows=0 loops=1)
--                                       Buffers: shared hit=1637
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
-- Planning Time: 3.940 ms
-- Execution Time: 27.823 ms
