-- search, word in a price range

with "titled_first" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where true and hot  and s.price_per_day_centavos >= 10000
and s.price_per_day_centavos <= 12000  and "s"."title_tsv" @@ to_tsquery('english', 'tripod:*') offset 0) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 500),
"titled_all" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s
  where true and (select count(*) from "titled_first") < 500  and s.price_per_day_centavos >= 10000
and s.price_per_day_centavos <= 12000  and "s"."title_tsv" @@ to_tsquery('english', 'tripod:*') offset 0) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 500),
"titled" as materialized (
  select * from "titled_first" where (select count(*) from "titled_first") >= 500 union all select * from "titled_all"),
  ranked as materialized (
    select listing_id, ts_rank(title_tsv, to_tsquery('english', 'tripod:*')) as rank, key_0 as score from titled),
  "described_first" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where (select count(*) from ranked) < 500
  and (select count(*) from ranked where true) <= 24
  order by "s"."score" desc, "s"."listing_id" desc limit 1500) s
where true and s.price_per_day_centavos >= 10000
and s.price_per_day_centavos <= 12000 and "s"."all_tsv" @@ to_tsquery('english', 'tripod:*') and s.listing_id not in (select listing_id from ranked)) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 25),
"described_all" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s
  where (select count(*) from ranked) < 500
  and (select count(*) from ranked where true) <= 24 and (select count(*) from "described_first") < 25  and s.price_per_day_centavos >= 10000
and s.price_per_day_centavos <= 12000  and "s"."all_tsv" @@ to_tsquery('english', 'tripod:*') and s.listing_id not in (select listing_id from ranked) offset 0) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 25),
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

-- Nested Loop (actual time=13.789..13.821 rows=0 loops=1)
--   Buffers: shared hit=1519
--   CTE titled_first
--     ->  Limit (actual time=0.027..0.030 rows=0 loops=1)
--           Buffers: shared hit=4
--           ->  Sort (actual time=0.027..0.029 rows=0 loops=1)
--                 Sort Key: s.score DESC, s.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=4
--                 ->  Bitmap Heap Scan on listing_search s (actual time=0.024..0.026 rows=0 loops=1)
--                       Recheck Cond: ((title_tsv @@ '''tripod'':*'::tsquery) AND hot)
--                       Filter: ((price_per_day_centavos >= 10000) AND (price_per_day_centavos <= 12000))
--                       Rows Removed by Filter: 1
--                       Heap Blocks: exact=1
--                       Buffers: shared hit=4
--                       ->  Bitmap Index Scan on listing_search_title_hot_idx (actual time=0.017..0.018 rows=1 loops=1)
--                             Index Cond: (title_tsv @@ '''tripod'':*'::tsquery)
--                             Buffers: shared hit=3
--   CTE titled_all
--     ->  Limit (actual time=0.065..0.071 rows=0 loops=1)
--           Buffers: shared hit=6
--           ->  Sort (actual time=0.064..0.070 rows=0 loops=1)
--                 Sort Key: s_1.score DESC, s_1.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=6
--                 ->  Result (actual time=0.062..0.067 rows=0 loops=1)
--                       One-Time Filter: ($1 < '500'::bigint)
--                       Buffers: shared hit=6
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.001..0.002 rows=1 loops=1)
--                               ->  CTE Scan on titled_first (actual time=0.000..0.001 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_1 (actual time=0.061..0.063 rows=0 loops=1)
--                             Recheck Cond: ((price_per_day_centavos >= 10000) AND (price_per_day_centavos <= 12000) AND (title_tsv @@ '''tripod'':*'::tsquery))
--                             Buffers: shared hit=6
--                             ->  BitmapAnd (actual time=0.059..0.061 rows=0 loops=1)
--                                   Buffers: shared hit=6
--                                   ->  Bitmap Index Scan on listing_search_dear_idx (actual time=0.030..0.031 rows=155 loops=1)
--                                         Index Cond: ((price_per_day_centavos >= 10000) AND (price_per_day_centavos <= 12000))
--                                         Buffers: shared hit=3
--                                   ->  Bitmap Index Scan on listing_search_title_idx (actual time=0.022..0.023 rows=17 loops=1)
--                                         Index Cond: (title_tsv @@ '''tripod'':*'::tsquery)
--                                         Buffers: shared hit=3
--   CTE titled
--     ->  Append (actual time=0.098..0.103 rows=0 loops=1)
--           Buffers: shared hit=10
--           ->  Result (actual time=0.033..0.035 rows=0 loops=1)
--                 One-Time Filter: ($3 >= '500'::bigint)
--                 Buffers: shared hit=4
--                 InitPlan 4 (returns $3)
--                   ->  Aggregate (actual time=0.030..0.031 rows=1 loops=1)
--                         Buffers: shared hit=4
--                         ->  CTE Scan on titled_first titled_first_1 (actual time=0.027..0.028 rows=0 loops=1)
--                               Buffers: shared hit=4
--                 ->  CTE Scan on titled_first titled_first_2 (never executed)
--           ->  CTE Scan on titled_all (actual time=0.065..0.065 rows=0 loops=1)
--                 Buffers: shared hit=6
--   CTE ranked
--     ->  CTE Scan on titled (actual time=0.099..0.099 rows=0 loops=1)
--           Buffers: shared hit=10
--   CTE described_first
--     ->  Limit (actual time=13.559..13.564 rows=0 loops=1)
--           Buffers: shared hit=1503
--           ->  Subquery Scan on s_2 (actual time=13.559..13.563 rows=0 loops=1)
--                 Filter: ((s_2.price_per_day_centavos >= 10000) AND (s_2.price_per_day_centavos <= 12000) AND (s_2.all_tsv @@ '''tripod'':*'::tsquery) AND (NOT (hashed SubPlan 7)))
--                 Rows Removed by Filter: 1500
--                 Buffers: shared hit=1503
--                 ->  Limit (actual time=0.018..13.309 rows=1500 loops=1)
--                       Buffers: shared hit=1503
--                       InitPlan 8 (returns $7)
--                         ->  Aggregate (actual time=0.001..0.002 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_2 (actual time=0.000..0.001 rows=0 loops=1)
--                       InitPlan 9 (returns $8)
--                         ->  Aggregate (actual time=0.001..0.002 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_3 (actual time=0.000..0.001 rows=0 loops=1)
--                       ->  Result (actual time=0.017..13.129 rows=1500 loops=1)
--                             One-Time Filter: (($7 < '500'::bigint) AND ($8 <= '24'::bigint))
--                             Buffers: shared hit=1503
--                             ->  Index Scan using listing_search_score_idx on listing_search s_3 (actual time=0.013..12.590 rows=1500 loops=1)
--                                   Buffers: shared hit=1503
--                 SubPlan 7
--                   ->  CTE Scan on ranked ranked_1 (never executed)
--   CTE described_all
--     ->  Limit (actual time=0.102..0.106 rows=0 loops=1)
--           Buffers: shared hit=6
--           ->  Sort (actual time=0.100..0.104 rows=0 loops=1)
--                 Sort Key: s_4.score DESC, s_4.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=6
--                 ->  Result (actual time=0.087..0.091 rows=0 loops=1)
--                       One-Time Filter: (($10 < '500'::bigint) AND ($11 <= '24'::bigint) AND ($12 < '25'::bigint))
--                       Buffers: shared hit=6
--                       InitPlan 11 (returns $10)
--                         ->  Aggregate (actual time=0.003..0.004 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_4 (actual time=0.001..0.001 rows=0 loops=1)
--                       InitPlan 12 (returns $11)
--                         ->  Aggregate (actual time=0.003..0.003 rows=1 loops=1)
--                               ->  CTE Scan on ranked ranked_5 (actual time=0.001..0.001 rows=0 loops=1)
--                       InitPlan 13 (returns $12)
--                         ->  Aggregate (actual time=0.002..0.002 rows=1 loops=1)
--                               ->  CTE Scan on described_first (actual time=0.000..0.001 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_4 (actual time=0.074..0.075 rows=0 loops=1)
--                             Recheck Cond: ((price_per_day_centavos >= 10000) AND (price_per_day_centavos <= 12000) AND (all_tsv @@ '''tripod'':*'::tsquery))
--                             Filter: (NOT (hashed SubPlan 14))
--                             Buffers: shared hit=6
--                             ->  BitmapAnd (actual time=0.071..0.071 rows=0 loops=1)
--                                   Buffers: shared hit=6
--                                   ->  Bitmap Index Scan on listing_search_dear_idx (actual time=0.034..0.034 rows=155 loops=1)
--                                         Index Cond: ((price_per_day_centavos >= 10000) AND (price_per_day_centavos <= 12000))
--                                         Buffers: shared hit=3
--                                   ->  Bitmap Index Scan on listing_search_all_idx (actual time=0.030..0.030 rows=17 loops=1)
--                                         Index Cond: (all_tsv @@ '''tripod'':*'::tsquery)
--                                         Buffers: shared hit=3
--                             SubPlan 14
--                               ->  CTE Scan on ranked ranked_6 (never executed)
--   CTE described
--     ->  Append (actual time=13.677..13.679 rows=0 loops=1)
--           Buffers: shared hit=1509
--           ->  Result (actual time=13.570..13.572 rows=0 loops=1)
--                 One-Time Filter: ($15 >= '25'::bigint)
--                 Buffers: shared hit=1503
--                 InitPlan 16 (returns $15)
--                   ->  Aggregate (actual time=13.566..13.566 rows=1 loops=1)
--                         Buffers: shared hit=1503
--                         ->  CTE Scan on described_first described_first_1 (actual time=13.561..13.561 rows=0 loops=1)
--                               Buffers: shared hit=1503
--                 ->  CTE Scan on described_first described_first_2 (never executed)
--           ->  CTE Scan on described_all (actual time=0.103..0.104 rows=0 loops=1)
--                 Buffers: shared hit=6
--   ->  Nested Loop Left Join (actual time=13.788..13.792 rows=0 loops=1)
--         Buffers: shared hit=1519
--         ->  Nested Loop (actual time=13.788..13.790 rows=0 loops=1)
--               Buffers: shared hit=1519
--               ->  Limit (actual time=13.787..13.789 rows=0 loops=1)
--                     Buffers: shared hit=1519
--                     ->  Sort (actual time=13.785..13.787 rows=0 loops=1)
--                           Sort Key: ranked.rank DESC, ranked.score DESC, ranked.listing_id DESC
--                           Sort Method: quicksort  Memory: 25kB
--                           Buffers: shared hit=1519
--                           ->  Append (actual time=13.779..13.781 rows=0 loops=1)
--                                 Buffers: shared hit=1519
--                                 ->  CTE Scan on ranked (actual time=0.100..0.100 rows=0 loops=1)
--                                       Buffers: shared hit=10
--                                 ->  CTE Scan on described (actual time=13.678..13.678 rows=0 loops=1)
--                                       Buffers: shared hit=1509
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
--   Buffers: shared hit=39
-- Planning Time: 18.426 ms
-- Execution Time: 14.118 ms

select w.typed, s.word, s.listing_count from (select distinct unnest(array['tripod']::text[]) as typed) w
cross join lateral (
  (select word, listing_count from search_term where word % w.typed limit 200)
  union (select word, listing_count from search_term
    where left(word, 1) = left(w.typed, 1) and length(word) between length(w.typed) - 1 and length(w.typed) + 1
    order by listing_count desc limit 1000)
) s;

-- Nested Loop (actual time=0.348..0.381 rows=114 loops=1)
--   Buffers: shared hit=45
--   ->  HashAggregate (actual time=0.014..0.016 rows=1 loops=1)
--         Group Key: unnest('{tripod}'::text[])
--         Batches: 1  Memory Usage: 24kB
--         ->  ProjectSet (actual time=0.005..0.006 rows=1 loops=1)
--               ->  Result (actual time=0.001..0.001 rows=1 loops=1)
--   ->  HashAggregate (actual time=0.330..0.348 rows=114 loops=1)
--         Group Key: search_term.word, search_term.listing_count
--         Batches: 1  Memory Usage: 32kB
--         Buffers: shared hit=45
--         ->  Append (actual time=0.105..0.280 rows=115 loops=1)
--               Buffers: shared hit=45
--               ->  Limit (actual time=0.103..0.124 rows=2 loops=1)
--                     Buffers: shared hit=19
--                     ->  Bitmap Heap Scan on search_term (actual time=0.101..0.121 rows=2 loops=1)
--                           Recheck Cond: (word % (unnest('{tripod}'::text[])))
--                           Rows Removed by Index Recheck: 2
--                           Heap Blocks: exact=4
--                           Buffers: shared hit=19
--                           ->  Bitmap Index Scan on search_term_trgm_idx (actual time=0.080..0.081 rows=4 loops=1)
--                                 Index Cond: (word % (unnest('{tripod}'::text[])))
--                                 Buffers: shared hit=15
--               ->  Limit (actual time=0.126..0.142 rows=113 loops=1)
--                     Buffers: shared hit=26
--                     ->  Sort (actual time=0.126..0.132 rows=113 loops=1)
--                           Sort Key: search_term_1.listing_count DESC
--                           Sort Method: quicksort  Memory: 30kB
--                           Buffers: shared hit=26
--                           ->  Index Scan using search_term_first_idx on search_term search_term_1 (actual time=0.024..0.095 rows=113 loops=1)
--                                 Index Cond: (("left"(word, 1) = "left"((unnest('{tripod}'::text[])), 1)) AND (length(word) >= (length((unnest('{tripod}'::text[]))) - 1)) AND (length(word) <= (length((unnest('{tripod}'::text[]))) + 1)))
--                                 Buffers: shared hit=26
-- Planning:
--   Buffers: shared hit=1
-- Planning Time: 0.314 ms
-- Execution Time: 0.494 ms
