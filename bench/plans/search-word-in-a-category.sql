-- search, word in a category

with "titled_first" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where true and hot and s.category_id = 12
  and "s"."title_tsv" @@ to_tsquery('english', 'tripod:*') offset 0) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 500),
"titled_all" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s
  where true and (select count(*) from "titled_first") < 500 and s.category_id = 12
  and "s"."title_tsv" @@ to_tsquery('english', 'tripod:*') offset 0) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 500),
"titled" as materialized (
  select * from "titled_first" where (select count(*) from "titled_first") >= 500 union all select * from "titled_all"),
  ranked as materialized (
    select listing_id, ts_rank(title_tsv, to_tsquery('english', 'tripod:*')) as rank, key_0 as score from titled),
  "described_first" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where (select count(*) from ranked) < 500
  and (select count(*) from ranked where true) <= 24 and s.category_id = 12
  order by "s"."score" desc, "s"."listing_id" desc limit 1500) s
where true
 and "s"."all_tsv" @@ to_tsquery('english', 'tripod:*') and s.listing_id not in (select listing_id from ranked)) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 25),
"described_all" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s
  where (select count(*) from ranked) < 500
  and (select count(*) from ranked where true) <= 24 and (select count(*) from "described_first") < 25 and s.category_id = 12
  and "s"."all_tsv" @@ to_tsquery('english', 'tripod:*') and s.listing_id not in (select listing_id from ranked) offset 0) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 25),
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

-- Nested Loop (actual time=0.319..0.335 rows=0 loops=1)
--   Buffers: shared hit=71
--   CTE titled_first
--     ->  Limit (actual time=0.026..0.028 rows=0 loops=1)
--           Buffers: shared hit=4
--           ->  Sort (actual time=0.026..0.027 rows=0 loops=1)
--                 Sort Key: s.score DESC, s.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=4
--                 ->  Bitmap Heap Scan on listing_search s (actual time=0.023..0.024 rows=0 loops=1)
--                       Recheck Cond: ((title_tsv @@ '''tripod'':*'::tsquery) AND hot)
--                       Filter: (category_id = 12)
--                       Rows Removed by Filter: 1
--                       Heap Blocks: exact=1
--                       Buffers: shared hit=4
--                       ->  Bitmap Index Scan on listing_search_title_hot_idx (actual time=0.016..0.016 rows=1 loops=1)
--                             Index Cond: (title_tsv @@ '''tripod'':*'::tsquery)
--                             Buffers: shared hit=3
--   CTE titled_all
--     ->  Limit (actual time=0.049..0.052 rows=0 loops=1)
--           Buffers: shared hit=5
--           ->  Sort (actual time=0.049..0.051 rows=0 loops=1)
--                 Sort Key: s_1.score DESC, s_1.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=5
--                 ->  Result (actual time=0.047..0.049 rows=0 loops=1)
--                       One-Time Filter: ($1 < '500'::bigint)
--                       Buffers: shared hit=5
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.001..0.001 rows=1 loops=1)
--                               ->  CTE Scan on titled_first (actual time=0.000..0.000 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_1 (actual time=0.045..0.046 rows=0 loops=1)
--                             Recheck Cond: ((category_id = 12) AND (title_tsv @@ '''tripod'':*'::tsquery))
--                             Buffers: shared hit=5
--                             ->  BitmapAnd (actual time=0.044..0.044 rows=0 loops=1)
--                                   Buffers: shared hit=5
--                                   ->  Bitmap Index Scan on listing_search_category_score_idx (actual time=0.016..0.017 rows=55 loops=1)
--                                         Index Cond: (category_id = 12)
--                                         Buffers: shared hit=2
--                                   ->  Bitmap Index Scan on listing_search_title_idx (actual time=0.023..0.023 rows=17 loops=1)
--                                         Index Cond: (title_tsv @@ '''tripod'':*'::tsquery)
--                                         Buffers: shared hit=3
--   CTE titled
--     ->  Append (actual time=0.082..0.084 rows=0 loops=1)
--           Buffers: shared hit=9
--           ->  Result (actual time=0.032..0.033 rows=0 loops=1)
--                 One-Time Filter: ($3 >= '500'::bigint)
--                 Buffers: shared hit=4
--                 InitPlan 4 (returns $3)
--                   ->  Aggregate (actual time=0.029..0.030 rows=1 loops=1)
--                         Buffers: shared hit=4
--                         ->  CTE Scan on titled_first titled_first_1 (actual time=0.027..0.027 rows=0 loops=1)
--                               Buffers: shared hit=4
--                 ->  CTE Scan on titled_first titled_first_2 (never executed)
--           ->  CTE Scan on titled_all (actual time=0.050..0.050 rows=0 loops=1)
--                 Buffers: shared hit=5
--   CTE ranked
--     ->  CTE Scan on titled (actual time=0.082..0.082 rows=0 loops=1)
--           Buffers: shared hit=9
--   CTE described_first
--     ->  Limit (actual time=0.175..0.177 rows=0 loops=1)
--           Buffers: shared hit=57
--           ->  Subquery Scan on s_2 (actual time=0.175..0.176 rows=0 loops=1)
--                 Filter: ((s_2.all_tsv @@ '''tripod'':*'::tsquery) AND (NOT (hashed SubPlan 7)))
--                 Rows Removed by Filter: 55
--                 Buffers: shared hit=57
--                 ->  Limit (actual time=0.027..0.144 rows=55 loops=1)
--                       Buffers: shared hit=57
--                       InitPlan 8 (returns $7)
--                         ->  Aggregate (actual time=0.014..0.015 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_2 (actual time=0.000..0.000 rows=0 loops=1)
--                       InitPlan 9 (returns $8)
--                         ->  Aggregate (actual time=0.001..0.001 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_3 (actual time=0.000..0.000 rows=0 loops=1)
--                       ->  Result (actual time=0.026..0.136 rows=55 loops=1)
--                             One-Time Filter: (($7 < '500'::bigint) AND ($8 <= '24'::bigint))
--                             Buffers: shared hit=57
--                             ->  Index Scan using listing_search_category_score_idx on listing_search s_3 (actual time=0.008..0.099 rows=55 loops=1)
--                                   Index Cond: (category_id = 12)
--                                   Buffers: shared hit=57
--                 SubPlan 7
--                   ->  CTE Scan on ranked ranked_1 (never executed)
--   CTE described_all
--     ->  Limit (actual time=0.047..0.049 rows=0 loops=1)
--           Buffers: shared hit=5
--           ->  Sort (actual time=0.047..0.049 rows=0 loops=1)
--                 Sort Key: s_4.score DESC, s_4.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=5
--                 ->  Result (actual time=0.043..0.045 rows=0 loops=1)
--                       One-Time Filter: (($10 < '500'::bigint) AND ($11 <= '24'::bigint) AND ($12 < '25'::bigint))
--                       Buffers: shared hit=5
--                       InitPlan 11 (returns $10)
--                         ->  Aggregate (actual time=0.001..0.002 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_4 (actual time=0.000..0.000 rows=0 loops=1)
--                       InitPlan 12 (returns $11)
--                         ->  Aggregate (actual time=0.001..0.001 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_5 (actual time=0.000..0.000 rows=0 loops=1)
--                       InitPlan 13 (returns $12)
--                         ->  Aggregate (actual time=0.001..0.001 rows=1 loops=1)
--                               ->  CTE Scan on described_first (actual time=0.000..0.000 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_4 (actual time=0.037..0.038 rows=0 loops=1)
--                             Recheck Cond: ((category_id = 12) AND (all_tsv @@ '''tripod'':*'::tsquery))
--                             Filter: (NOT (hashed SubPlan 14))
--                             Buffers: shared hit=5
--                             ->  BitmapAnd (actual time=0.035..0.036 rows=0 loops=1)
--                                   Buffers: shared hit=5
--                                   ->  Bitmap Index Scan on listing_search_category_score_idx (actual time=0.010..0.010 rows=55 loops=1)
--                                         Index Cond: (category_id = 12)
--                                         Buffers: shared hit=2
--                                   ->  Bitmap Index Scan on listing_search_all_idx (actual time=0.022..0.022 rows=17 loops=1)
--                                         Index Cond: (all_tsv @@ '''tripod'':*'::tsquery)
--                                         Buffers: shared hit=3
--                             SubPlan 14
--                               ->  CTE Scan on ranked ranked_6 (never executed)
--   CTE described
--     ->  Append (actual time=0.226..0.227 rows=0 loops=1)
--           Buffers: shared hit=62
--           ->  Result (actual time=0.178..0.178 rows=0 loops=1)
--                 One-Time Filter: ($15 >= '25'::bigint)
--                 Buffers: shared hit=57
--                 InitPlan 16 (returns $15)
--                   ->  Aggregate (actual time=0.176..0.176 rows=1 loops=1)
--                         Buffers: shared hit=57
--                         ->  CTE Scan on described_first described_first_1 (actual time=0.175..0.176 rows=0 loops=1)
--                               Buffers: shared hit=57
--                 ->  CTE Scan on described_first described_first_2 (never executed)
--           ->  CTE Scan on described_all (actual time=0.047..0.048 rows=0 loops=1)
--                 Buffers: shared hit=5
--   ->  Nested Loop Left Join (actual time=0.318..0.320 rows=0 loops=1)
--         Buffers: shared hit=71
--         ->  Nested Loop (actual time=0.318..0.320 rows=0 loops=1)
--               Buffers: shared hit=71
--               ->  Limit (actual time=0.318..0.319 rows=0 loops=1)
--                     Buffers: shared hit=71
--                     ->  Sort (actual time=0.317..0.317 rows=0 loops=1)
--                           Sort Key: ranked.rank DESC, ranked.score DESC, ranked.listing_id DESC
--                           Sort Method: quicksort  Memory: 25kB
--                           Buffers: shared hit=71
--                           ->  Append (actual time=0.311..0.311 rows=0 loops=1)
--                                 Buffers: shared hit=71
--                                 ->  CTE Scan on ranked (actual time=0.083..0.084 rows=0 loops=1)
--                                       Buffers: shared hit=9
--                                 ->  CTE Scan on described (actual time=0.226..0.226 rows=0 loops=1)
--                                       Buffers: shared hit=62
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
-- Planning Time: 7.886 ms
-- Execution Time: 0.594 ms

select w.typed, s.word, s.listing_count from (select distinct unnest(array['tripod']::text[]) as typed) w
cross join lateral (
  (select word, listing_count from search_term where word % w.typed limit 200)
  union (select word, listing_count from search_term
    where left(word, 1) = left(w.typed, 1) and length(word) between length(w.typed) - 1 and length(w.typed) + 1
    order by listing_count desc limit 1000)
) s;

-- Nested Loop (actual time=0.337..0.389 rows=114 loops=1)
--   Buffers: shared hit=45
--   ->  HashAggregate (actual time=0.010..0.010 rows=1 loops=1)
--         Group Key: unnest('{tripod}'::text[])
--         Batches: 1  Memory Usage: 24kB
--         ->  ProjectSet (actual time=0.003..0.004 rows=1 loops=1)
--               ->  Result (actual time=0.000..0.001 rows=1 loops=1)
--   ->  HashAggregate (actual time=0.326..0.359 rows=114 loops=1)
--         Group Key: search_term.word, search_term.listing_count
--         Batches: 1  Memory Usage: 32kB
--         Buffers: shared hit=45
--         ->  Append (actual time=0.073..0.269 rows=115 loops=1)
--               Buffers: shared hit=45
--               ->  Limit (actual time=0.071..0.089 rows=2 loops=1)
--                     Buffers: shared hit=19
--                     ->  Bitmap Heap Scan on search_term (actual time=0.070..0.087 rows=2 loops=1)
--                           Recheck Cond: (word % (unnest('{tripod}'::text[])))
--                           Rows Removed by Index Recheck: 2
--                           Heap Blocks: exact=4
--                           Buffers: shared hit=19
--                           ->  Bitmap Index Scan on search_term_trgm_idx (actual time=0.059..0.059 rows=4 loops=1)
--                                 Index Cond: (word % (unnest('{tripod}'::text[])))
--                                 Buffers: shared hit=15
--               ->  Limit (actual time=0.140..0.163 rows=113 loops=1)
--                     Buffers: shared hit=26
--                     ->  Sort (actual time=0.140..0.149 rows=113 loops=1)
--                           Sort Key: search_term_1.listing_count DESC
--                           Sort Method: quicksort  Memory: 30kB
--                           Buffers: shared hit=26
--                           ->  Index Scan using search_term_first_idx on search_term search_term_1 (actual time=0.017..0.101 rows=113 loops=1)
--                                 Index Cond: (("left"(word, 1) = "left"((unnest('{tripod}'::text[])), 1)) AND (length(word) >= (length((unnest('{tripod}'::text[]))) - 1)) AND (length(word) <= (length((unnest('{tripod}'::text[]))) + 1)))
--                                 Buffers: shared hit=26
-- Planning:
--   Buffers: shared hit=1
-- Planning Time: 0.240 ms
-- Execution Time: 0.469 ms
