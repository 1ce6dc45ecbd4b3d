-- suggestions

with "titled_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where true
  order by "s"."score" desc, "s"."listing_id" desc limit 1500) s
where true
 and s.title_tsv @@ to_tsquery('english', '(acoustic:* | acoustic) & (coo:* | cooler | scooter)')) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 50), "titled_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where hot and true and not (select count(*) from "titled_step_0") >= 50
  and s.title_tsv @@ to_tsquery('english', '(acoustic:* | acoustic) & (coo:* | cooler | scooter)')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 50), "titled_step_2" as materialized (select s.* from (
select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where true and not (select count(*) from "titled_step_0") >= 50 and not (select count(*) from "titled_step_1") >= 50
  and s.title_tsv @@ to_tsquery('english', '(acoustic:* | acoustic) & (coo:* | cooler | scooter)')
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc limit 50),
"titled" as materialized (select * from "titled_step_0" where (select count(*) from "titled_step_0") >= 50 union all select * from "titled_step_1" where (select count(*) from "titled_step_1") >= 50 union all select * from "titled_step_2"),
  by_category as materialized (
    select n.id as listing_id, 0::real as rank, extract(epoch from n.created_at)::real as score
    from category c cross join lateral (
      select l.id, l.created_at from listing l where l.is_public and l.category_id = c.id
      order by l.created_at desc, l.id desc limit 8) n
    where c.name ilike '%acoustic coo%'),
  found as (
    select listing_id, max(rank) as rank, max(score) as score
    from (select listing_id, ts_rank(title_tsv, to_tsquery('english', '(acoustic:* | acoustic) & (coo:* | cooler | scooter)')) as rank, key_0 as score from titled union all table by_category) z
    group by listing_id order by 2 desc, 3 desc, 1 limit 8)
select l.id, l.title, coalesce(c.name, 'Uncategorized') as category_name, l.price_per_day_centavos, (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths', "p".widths, 'thumbhash', "p".thumbhash) from photo p where p.listing_id = l.id order by p.position limit 1) as photo, l.status from found join listing l on l.id = found.listing_id left join category c on c.id = l.category_id
order by found.rank desc, found.score desc, l.id;

-- Nested Loop Left Join (actual time=25.926..26.190 rows=8 loops=1)
--   Buffers: shared hit=1796
--   CTE titled_step_0
--     ->  Limit (actual time=0.519..7.983 rows=6 loops=1)
--           Buffers: shared hit=1510
--           ->  Subquery Scan on s (actual time=0.519..7.980 rows=6 loops=1)
--                 Filter: (s.title_tsv @@ '( ''acoust'':* | ''acoust'' ) & ( ''coo'':* | ''cooler'' | ''scooter'' )'::tsquery)
--                 Rows Removed by Filter: 1494
--                 Buffers: shared hit=1510
--                 ->  Limit (actual time=0.023..7.066 rows=1500 loops=1)
--                       Buffers: shared hit=1510
--                       ->  Index Scan using listing_search_score_idx on listing_search s_1 (actual time=0.022..6.854 rows=1500 loops=1)
--                             Buffers: shared hit=1510
--   CTE titled_step_1
--     ->  Limit (actual time=15.384..15.401 rows=50 loops=1)
--           Buffers: shared hit=205
--           ->  Sort (actual time=15.382..15.391 rows=50 loops=1)
--                 Sort Key: s_2.score DESC, s_2.listing_id DESC
--                 Sort Method: top-N heapsort  Memory: 46kB
--                 Buffers: shared hit=205
--                 ->  Result (actual time=14.814..15.260 rows=173 loops=1)
--                       One-Time Filter: ($1 < '50'::bigint)
--                       Buffers: shared hit=205
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.007..0.009 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_0 (actual time=0.001..0.003 rows=6 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_2 (actual time=14.799..15.184 rows=173 loops=1)
--                             Recheck Cond: ((title_tsv @@ '( ''acoust'':* | ''acoust'' ) & ( ''coo'':* | ''cooler'' | ''scooter'' )'::tsquery) AND hot)
--                             Heap Blocks: exact=173
--                             Buffers: shared hit=205
--                             ->  Bitmap Index Scan on listing_search_title_hot_idx (actual time=14.760..14.761 rows=173 loops=1)
--                                   Index Cond: (title_tsv @@ '( ''acoust'':* | ''acoust'' ) & ( ''coo'':* | ''cooler'' | ''scooter'' )'::tsquery)
--                                   Buffers: shared hit=32
--   CTE titled_step_2
--     ->  Limit (actual time=0.038..0.043 rows=0 loops=1)
--           ->  Sort (actual time=0.036..0.041 rows=0 loops=1)
--                 Sort Key: s_3.score DESC, s_3.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 ->  Result (actual time=0.026..0.030 rows=0 loops=1)
--                       One-Time Filter: (($3 < '50'::bigint) AND ($4 < '50'::bigint))
--                       InitPlan 4 (returns $3)
--                         ->  Aggregate (actual time=0.007..0.008 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_0 titled_step_0_1 (actual time=0.001..0.003 rows=6 loops=1)
--                       InitPlan 5 (returns $4)
--                         ->  Aggregate (actual time=0.016..0.017 rows=1 loops=1)
--                               ->  CTE Scan on titled_step_1 (actual time=0.001..0.008 rows=50 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_3 (never executed)
--                             Recheck Cond: (title_tsv @@ '( ''acoust'':* | ''acoust'' ) & ( ''coo'':* | ''cooler'' | ''scooter'' )'::tsquery)
--                             ->  Bitmap Index Scan on listing_search_title_idx (never executed)
--                                   Index Cond: (title_tsv @@ '( ''acoust'':* | ''acoust'' ) & ( ''coo'':* | ''cooler'' | ''scooter'' )'::tsquery)
--   CTE titled
--     ->  Append (actual time=23.453..23.526 rows=50 loops=1)
--           Buffers: shared hit=1715
--           ->  Result (actual time=8.011..8.013 rows=0 loops=1)
--                 One-Time Filter: ($6 >= '50'::bigint)
--                 Buffers: shared hit=1510
--                 InitPlan 7 (returns $6)
--                   ->  Aggregate (actual time=8.007..8.008 rows=1 loops=1)
--                         Buffers: shared hit=1510
--                         ->  CTE Scan on titled_step_0 titled_step_0_2 (actual time=0.522..7.995 rows=6 loops=1)
--                               Buffers: shared hit=1510
--                 ->  CTE Scan on titled_step_0 titled_step_0_3 (never executed)
--           ->  Result (actual time=15.439..15.460 rows=50 loops=1)
--                 One-Time Filter: ($7 >= '50'::bigint)
--                 Buffers: shared hit=205
--                 InitPlan 8 (returns $7)
--                   ->  Aggregate (actual time=15.431..15.432 rows=1 loops=1)
--                         Buffers: shared hit=205
--                         ->  CTE Scan on titled_step_1 titled_step_1_1 (actual time=15.388..15.416 rows=50 loops=1)
--                               Buffers: shared hit=205
--                 ->  CTE Scan on titled_step_1 titled_step_1_2 (actual time=0.001..0.008 rows=50 loops=1)
--           ->  CTE Scan on titled_step_2 (actual time=0.039..0.039 rows=0 loops=1)
--   CTE by_category
--     ->  Nested Loop (actual time=2.087..2.088 rows=0 loops=1)
--           Buffers: shared hit=1
--           ->  Seq Scan on category c_1 (actual time=2.072..2.073 rows=0 loops=1)
--                 Filter: (name ~~* '%acoustic coo%'::text)
--                 Rows Removed by Filter: 12
--                 Buffers: shared hit=1
--           ->  Limit (never executed)
--                 ->  Index Only Scan using listing_category_newest_idx on listing l_1 (never executed)
--                       Index Cond: (category_id = c_1.id)
--                       Heap Fetches: 0
--   ->  Nested Loop (actual time=25.861..25.944 rows=8 loops=1)
--         Buffers: shared hit=1748
--         ->  Limit (actual time=25.818..25.822 rows=8 loops=1)
--               Buffers: shared hit=1716
--               ->  Sort (actual time=25.816..25.819 rows=8 loops=1)
--                     Sort Key: (max((ts_rank(titled.title_tsv, '( ''acoust'':* | ''acoust'' ) & ( ''coo'':* | ''cooler'' | ''scooter'' )'::tsquery)))) DESC, (max(titled.key_0)) DESC, titled.listing_id
--                     Sort Method: top-N heapsort  Memory: 26kB
--                     Buffers: shared hit=1716
--                     ->  HashAggregate (actual time=25.765..25.786 rows=50 loops=1)
--                           Group Key: titled.listing_id
--                           Batches: 1  Memory Usage: 40kB
--                           Buffers: shared hit=1716
--                           ->  Append (actual time=23.466..25.724 rows=50 loops=1)
--                                 Buffers: shared hit=1716
--                                 ->  CTE Scan on titled (actual time=23.465..23.624 rows=50 loops=1)
--                                       Buffers: shared hit=1715
--                                 ->  CTE Scan on by_category (actual time=2.089..2.089 rows=0 loops=1)
--                                       Buffers: shared hit=1
--         ->  Index Scan using listing_pkey on listing l (actual time=0.014..0.014 rows=1 loops=8)
--               Index Cond: (id = titled.listing_id)
--               Buffers: shared hit=32
--   ->  Index Scan using category_pkey on category c (actual time=0.002..0.002 rows=1 loops=8)
--         Index Cond: (id = l.category_id)
--         Buffers: shared hit=16
--   SubPlan 11
--     ->  Limit (actual time=0.023..0.023 rows=1 loops=8)
--           Buffers: shared hit=32
--           ->  Index Scan using photo_listing_idx on photo p (actual time=0.022..0.022 rows=1 loops=8)
--                 Index Cond: (listing_id = l.id)
--                 Buffers: shared hit=32
-- Planning:
--   Buffers: shared hit=12
-- Planning Time: 4.907 ms
-- Execution Time: 26.460 ms
