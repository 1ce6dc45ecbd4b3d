-- search, word in a category, of 1,000,000 listings

select w.typed, s.word, s.listing_count from (select distinct unnest(array['cooler']::text[]) as typed) w
cross join lateral (
  (select word, listing_count from search_term where word % w.typed limit 200)
  union (select word, listing_count from search_term
    where left(word, 1) = left(w.typed, 1) and length(word) between length(w.typed) - 1 and length(w.typed) + 1
    order by listing_count desc limit 1000)
) s;

-- Nested Loop (actual time=0.081..0.087 rows=22 loops=1)
--   Buffers: shared hit=43
--   ->  HashAggregate (actual time=0.003..0.004 rows=1 loops=1)
--         Group Key: unnest('{cooler}'::text[])
--         Batches: 1  Memory Usage: 24kB
--         ->  ProjectSet (actual time=0.001..0.002 rows=1 loops=1)
--               ->  Result (actual time=0.000..0.000 rows=1 loops=1)
--   ->  HashAggregate (actual time=0.077..0.080 rows=22 loops=1)
--         Group Key: search_term.word, search_term.listing_count
--         Batches: 1  Memory Usage: 40kB
--         Buffers: shared hit=43
--         ->  Append (actual time=0.036..0.072 rows=23 loops=1)
--               Buffers: shared hit=43
--               ->  Limit (actual time=0.036..0.036 rows=1 loops=1)
--                     Buffers: shared hit=19
--                     ->  Bitmap Heap Scan on search_term (actual time=0.035..0.035 rows=1 loops=1)
--                           Recheck Cond: (word % (unnest('{cooler}'::text[])))
--                           Rows Removed by Index Recheck: 3
--                           Heap Blocks: exact=4
--                           Buffers: shared hit=19
--                           ->  Bitmap Index Scan on search_term_trgm_idx (actual time=0.024..0.024 rows=4 loops=1)
--                                 Index Cond: (word % (unnest('{cooler}'::text[])))
--                                 Buffers: shared hit=15
--               ->  Limit (actual time=0.032..0.034 rows=22 loops=1)
--                     Buffers: shared hit=24
--                     ->  Sort (actual time=0.031..0.032 rows=22 loops=1)
--                           Sort Key: search_term_1.listing_count DESC
--                           Sort Method: quicksort  Memory: 26kB
--                           Buffers: shared hit=24
--                           ->  Index Scan using search_term_first_idx on search_term search_term_1 (actual time=0.008..0.026 rows=22 loops=1)
--                                 Index Cond: (("left"(word, 1) = "left"((unnest('{cooler}'::text[])), 1)) AND (length(word) >= (length((unnest('{cooler}'::text[]))) - 1)) AND (length(word) <= (length((unnest('{cooler}'::text[]))) + 1)))
--                                 Buffers: shared hit=24
-- Planning:
--   Buffers: shared hit=1
-- Planning Time: 0.100 ms
-- Execution Time: 0.115 ms

with "titled_step_0" as materialized (select s.* from (
select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where hot and true and s.category_id = 12
  and "s"."title_tsv" @@ to_tsquery('english', '(cooler)')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 240), "titled_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where true and not (select count(*) from "titled_step_0") >= 240 and s.category_id = 12
  and "s"."title_tsv" @@ to_tsquery('english', '(cooler)')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 240),
"titled" as materialized (select * from "titled_step_0" where (select count(*) from "titled_step_0") >= 240 union all select * from "titled_step_1"),
  ranked as materialized (
    select listing_id, ts_rank(title_tsv, to_tsquery('english', '(cooler)')) as rank, key_0 as score from titled),
  "described_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where (select count(*) from ranked) < 240
  and (select count(*) from ranked where true) <= 24 and s.category_id = 12
  order by "s"."score" desc, "s"."listing_id" desc limit 500) s
where true
 and "s"."all_tsv" @@ to_tsquery('english', '(cooler)') and s.listing_id not in (select listing_id from ranked)) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 25), "described_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where hot and (select count(*) from ranked) < 240
  and (select count(*) from ranked where true) <= 24 and not (select count(*) from "described_step_0") >= 25 and s.category_id = 12
  and "s"."all_tsv" @@ to_tsquery('english', '(cooler)') and s.listing_id not in (select listing_id from ranked)
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 25), "described_step_2" as materialized (select s.* from (
select s.listing_id, s.title_tsv,
"s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where (select count(*) from ranked) < 240
  and (select count(*) from ranked where true) <= 24 and not (select count(*) from "described_step_0") >= 25 and not (select count(*) from "described_step_1") >= 25 and s.category_id = 12
  and "s"."all_tsv" @@ to_tsquery('english', '(cooler)') and s.listing_id not in (select listing_id from ranked)
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

-- Nested Loop (actual time=2.783..2.802 rows=0 loops=1)
--   Buffers: shared hit=572
--   CTE titled_step_0
--     ->  Limit (actual time=0.114..0.116 rows=0 loops=1)
--           Buffers: shared hit=8
--           ->  Sort (actual time=0.114..0.115 rows=0 loops=1)
--                 Sort Key: s.score DESC, s.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=8
--                 ->  Bitmap Heap Scan on listing_search s (actual time=0.112..0.113 rows=0 loops=1)
--                       Recheck Cond: ((title_tsv @@ '''cooler'''::tsquery) AND (category_id = 12) AND hot)
--                       Buffers: shared hit=8
--                       ->  Bitmap Index Scan on listing_search_hot_title_word_idx (actual time=0.111..0.112 rows=0 loops=1)
--                             Index Cond: ((title_tsv @@ '''cooler'''::tsquery) AND (category_id = 12))
--                             Buffers: shared hit=8
--   CTE titled_step_1
--     ->  Limit (actual time=0.698..0.700 rows=0 loops=1)
--           Buffers: shared hit=25
--           ->  Sort (actual time=0.698..0.699 rows=0 loops=1)
--                 Sort Key: s_1.score DESC, s_1.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=25
--                 ->  Result (actual time=0.696..0.698 rows=0 loops=1)
--                       One-Time Filter: ($1 < '240'::bigint)
--                       Buffers: shared hit=25
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.001..0.001 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_0 (actual time=0.000..0.000 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_1 (actual time=0.695..0.695 rows=0 loops=1)
--                             Recheck Cond: ((title_tsv @@ '''cooler'''::tsquery) AND (category_id = 12))
--                             Buffers: shared hit=25
--                             ->  Bitmap Index Scan on listing_search_title_word_idx (actual time=0.694..0.694 rows=0 loops=1)
--                                   Index Cond: ((title_tsv @@ '''cooler'''::tsquery) AND (category_id = 12))
--                                   Buffers: shared hit=25
--   CTE titled
--     ->  Append (actual time=0.818..0.820 rows=0 loops=1)
--           Buffers: shared hit=33
--           ->  Result (actual time=0.119..0.120 rows=0 loops=1)
--                 One-Time Filter: ($3 >= '240'::bigint)
--                 Buffers: shared hit=8
--                 InitPlan 4 (returns $3)
--                   ->  Aggregate (actual time=0.117..0.118 rows=1 loops=1)
--                         Buffers: shared hit=8
--                         ->  CTE Scan on titled_step_0 titled_step_0_1 (actual time=0.115..0.115 rows=0 loops=1)
--                               Buffers: shared hit=8
--                 ->  CTE Scan on titled_step_0 titled_step_0_2 (never executed)
--           ->  CTE Scan on titled_step_1 (actual time=0.699..0.699 rows=0 loops=1)
--                 Buffers: shared hit=25
--   CTE ranked
--     ->  CTE Scan on titled (actual time=0.818..0.819 rows=0 loops=1)
--           Buffers: shared hit=33
--   CTE described_step_0
--     ->  Limit (actual time=1.123..1.126 rows=0 loops=1)
--           Buffers: shared hit=506
--           ->  Subquery Scan on s_2 (actual time=1.122..1.125 rows=0 loops=1)
--                 Filter: ((s_2.all_tsv @@ '''cooler'''::tsquery) AND (NOT (hashed SubPlan 7)))
--                 Rows Removed by Filter: 500
--                 Buffers: shared hit=506
--                 ->  Limit (actual time=0.019..1.008 rows=500 loops=1)
--                       Buffers: shared hit=506
--                       InitPlan 8 (returns $7)
--                         ->  Aggregate (actual time=0.001..0.002 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_2 (actual time=0.000..0.001 rows=0 loops=1)
--                       InitPlan 9 (returns $8)
--                         ->  Aggregate (actual time=0.001..0.001 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_3 (actual time=0.000..0.001 rows=0 loops=1)
--                       ->  Result (actual time=0.018..0.978 rows=500 loops=1)
--                             One-Time Filter: (($7 < '240'::bigint) AND ($8 <= '24'::bigint))
--                             Buffers: shared hit=506
--                             ->  Index Scan using listing_search_category_score_idx on listing_search s_3 (actual time=0.013..0.900 rows=500 loops=1)
--                                   Index Cond: (category_id = 12)
--                                   Buffers: shared hit=506
--                 SubPlan 7
--                   ->  CTE Scan on ranked ranked_1 (never executed)
--   CTE described_step_1
--     ->  Limit (actual time=0.097..0.099 rows=0 loops=1)
--           Buffers: shared hit=8
--           ->  Sort (actual time=0.096..0.098 rows=0 loops=1)
--                 Sort Key: s_4.score DESC, s_4.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=8
--                 ->  Result (actual time=0.093..0.095 rows=0 loops=1)
--                       One-Time Filter: (($10 < '240'::bigint) AND ($11 <= '24'::bigint) AND ($12 < '25'::bigint))
--                       Buffers: shared hit=8
--                       InitPlan 11 (returns $10)
--                         ->  Aggregate (actual time=0.001..0.002 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_4 (actual time=0.000..0.000 rows=0 loops=1)
--                       InitPlan 12 (returns $11)
--                         ->  Aggregate (actual time=0.001..0.001 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_5 (actual time=0.000..0.000 rows=0 loops=1)
--                       InitPlan 13 (returns $12)
--                         ->  Aggregate (actual time=0.001..0.001 rows=1 loops=1)
--                               ->  CTE Scan on described_step_0 (actual time=0.000..0.000 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_4 (actual time=0.086..0.087 rows=0 loops=1)
--                             Recheck Cond: ((all_tsv @@ '''cooler'''::tsquery) AND (category_id = 12) AND hot)
--                             Filter: (NOT (hashed SubPlan 14))
--                             Buffers: shared hit=8
--                             ->  Bitmap Index Scan on listing_search_hot_word_idx (actual time=0.085..0.085 rows=0 loops=1)
--                                   Index Cond: ((all_tsv @@ '''cooler'''::tsquery) AND (category_id = 12))
--                                   Buffers: shared hit=8
--                             SubPlan 14
--                               ->  CTE Scan on ranked ranked_6 (never executed)
--   CTE described_step_2
--     ->  Limit (actual time=0.687..0.689 rows=0 loops=1)
--           Buffers: shared hit=25
--           ->  Sort (actual time=0.686..0.688 rows=0 loops=1)
--                 Sort Key: s_5.score DESC, s_5.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=25
--                 ->  Result (actual time=0.684..0.685 rows=0 loops=1)
--                       One-Time Filter: (($15 < '240'::bigint) AND ($16 <= '24'::bigint) AND ($17 < '25'::bigint) AND ($18 < '25'::bigint))
--                       Buffers: shared hit=25
--                       InitPlan 16 (returns $15)
--                         ->  Aggregate (actual time=0.001..0.001 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_7 (actual time=0.000..0.000 rows=0 loops=1)
--                       InitPlan 17 (returns $16)
--                         ->  Aggregate (actual time=0.001..0.001 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_8 (actual time=0.000..0.000 rows=0 loops=1)
--                       InitPlan 18 (returns $17)
--                         ->  Aggregate (actual time=0.001..0.001 rows=1 loops=1)
--                               ->  CTE Scan on described_step_0 described_step_0_1 (actual time=0.000..0.000 rows=0 loops=1)
--                       InitPlan 19 (returns $18)
--                         ->  Aggregate (actual time=0.001..0.001 rows=1 loops=1)
--                               ->  CTE Scan on described_step_1 (actual time=0.000..0.000 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_5 (actual time=0.676..0.676 rows=0 loops=1)
--                             Recheck Cond: ((all_tsv @@ '''cooler'''::tsquery) AND (category_id = 12))
--                             Filter: (NOT (hashed SubPlan 20))
--                             Buffers: shared hit=25
--                             ->  Bitmap Index Scan on listing_search_word_idx (actual time=0.675..0.675 rows=0 loops=1)
--                                   Index Cond: ((all_tsv @@ '''cooler'''::tsquery) AND (category_id = 12))
--                                   Buffers: shared hit=25
--                             SubPlan 20
--                               ->  CTE Scan on ranked ranked_9 (never executed)
--   CTE described
--     ->  Append (actual time=1.915..1.916 rows=0 loops=1)
--           Buffers: shared hit=539
--           ->  Result (actual time=1.126..1.127 rows=0 loops=1)
--                 One-Time Filter: ($21 >= '25'::bigint)
--                 Buffers: shared hit=506
--                 InitPlan 22 (returns $21)
--                   ->  Aggregate (actual time=1.125..1.125 rows=1 loops=1)
--                         Buffers: shared hit=506
--                         ->  CTE Scan on described_step_0 described_step_0_2 (actual time=1.124..1.124 rows=0 loops=1)
--                               Buffers: shared hit=506
--                 ->  CTE Scan on described_step_0 described_step_0_3 (never executed)
--           ->  Result (actual time=0.100..0.101 rows=0 loops=1)
--                 One-Time Filter: ($22 >= '25'::bigint)
--                 Buffers: shared hit=8
--                 InitPlan 23 (returns $22)
--                   ->  Aggregate (actual time=0.099..0.099 rows=1 loops=1)
--                         Buffers: shared hit=8
--                         ->  CTE Scan on described_step_1 described_step_1_1 (actual time=0.098..0.098 rows=0 loops=1)
--                               Buffers: shared hit=8
--                 ->  CTE Scan on described_step_1 described_step_1_2 (never executed)
--           ->  CTE Scan on described_step_2 (actual time=0.688..0.688 rows=0 loops=1)
--                 Buffers: shared hit=25
--   ->  Nested Loop Left Join (actual time=2.743..2.745 rows=0 loops=1)
--         Buffers: shared hit=572
--         ->  Nested Loop (actual time=2.742..2.744 rows=0 loops=1)
--               Buffers: shared hit=572
--               ->  Limit (actual time=2.742..2.743 rows=0 loops=1)
--                     Buffers: shared hit=572
--                     ->  Sort (actual time=2.740..2.742 rows=0 loops=1)
--                           Sort Key: ranked.rank DESC, ranked.score DESC, ranked.listing_id DESC
--                           Sort Method: quicksort  Memory: 25kB
--                           Buffers: shared hit=572
--                           ->  Append (actual time=2.737..2.738 rows=0 loops=1)
--                                 Buffers: shared hit=572
--                                 ->  CTE Scan on ranked (actual time=0.819..0.819 rows=0 loops=1)
--                                       Buffers: shared hit=33
--                                 ->  CTE Scan on described (actual time=1.916..1.916 rows=0 loops=1)
--                                       Buffers: shared hit=539
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
--   Buffers: shared hit=35
-- Planning Time: 1.093 ms
-- Execution Time: 2.963 ms

select -1 as typed, '' as word, greatest(reltuples, 1)::int as listing_count
from pg_class where oid = 'listing_search'::regclass union all (select 0::int, word, listing_count from search_term where word like 'cooler%'
  order by listing_count desc, word limit 21);

-- Append (actual time=0.009..0.020 rows=2 loops=1)
--   Buffers: shared hit=6
--   ->  Index Scan using pg_class_oid_index on pg_class (actual time=0.008..0.009 rows=1 loops=1)
--         Index Cond: (oid = '18277'::oid)
--         Buffers: shared hit=3
--   ->  Limit (actual time=0.010..0.010 rows=1 loops=1)
--         Buffers: shared hit=3
--         ->  Sort (actual time=0.010..0.010 rows=1 loops=1)
--               Sort Key: search_term.listing_count DESC, search_term.word
--               Sort Method: quicksort  Memory: 25kB
--               Buffers: shared hit=3
--               ->  Index Scan using search_term_beginning_idx on search_term (actual time=0.007..0.007 rows=1 loops=1)
--                     Index Cond: ((word ~>=~ 'cooler'::text) AND (word ~<~ 'cooles'::text))
--                     Filter: (word ~~ 'cooler%'::text)
--                     Buffers: shared hit=3
-- Planning:
--   Buffers: shared hit=1
-- Planning Time: 0.094 ms
-- Execution Time: 0.032 ms
