-- marking what is hot

  update listing_search s set hot = not s.hot from (
    select listing_id from (select listing_id, score from listing_search where hot order by score limit 1000) x
      where score < 57.34983::real
    union all
    select listing_id from (select listing_id, score from listing_search where not hot order by score desc limit 1000) x
      where score >= 57.34983::real) crossed
  where crossed.listing_id = s.listing_id;

-- Update on listing_search s (actual time=8.162..8.168 rows=0 loops=1)
--   Buffers: shared hit=2013
--   ->  Nested Loop (actual time=8.159..8.165 rows=0 loops=1)
--         Buffers: shared hit=2013
--         ->  Append (actual time=8.158..8.163 rows=0 loops=1)
--               Buffers: shared hit=2013
--               ->  Subquery Scan on "*SELECT* 1" (actual time=2.000..2.002 rows=0 loops=1)
--                     Buffers: shared hit=1004
--                     ->  Subquery Scan on x (actual time=1.999..2.000 rows=0 loops=1)
--                           Filter: (x.score < '57.34983'::real)
--                           Rows Removed by Filter: 1000
--                           Buffers: shared hit=1004
--                           ->  Limit (actual time=0.031..1.881 rows=1000 loops=1)
--                                 Buffers: shared hit=1004
--                                 ->  Index Scan using listing_search_hot_idx on listing_search (actual time=0.030..1.746 rows=1000 loops=1)
--                                       Buffers: shared hit=1004
--               ->  Subquery Scan on "*SELECT* 2" (actual time=6.155..6.156 rows=0 loops=1)
--                     Buffers: shared hit=1009
--                     ->  Subquery Scan on x_1 (actual time=6.153..6.154 rows=0 loops=1)
--                           Filter: (x_1.score >= '57.34983'::real)
--                           Rows Removed by Filter: 1000
--                           Buffers: shared hit=1009
--                           ->  Limit (actual time=0.016..6.036 rows=1000 loops=1)
--                                 Buffers: shared hit=1009
--                                 ->  Index Scan Backward using listing_search_cold_idx on listing_search listing_search_1 (actual time=0.015..5.901 rows=1000 loops=1)
--                                       Buffers: shared hit=1009
--         ->  Index Scan using listing_search_pkey on listing_search s (never executed)
--               Index Cond: (listing_id = "*SELECT* 1".listing_id)
-- Planning:
--   Buffers: shared hit=1
-- Planning Time: 0.545 ms
-- Execution Time: 8.244 ms

select score from listing_search order by score desc
offset (select greatest(reltuples, 0) * 0.05 from pg_class where oid = 'listing_search'::regclass)::bigint limit 1;

-- Limit (actual time=41.834..41.837 rows=1 loops=1)
--   Buffers: shared hit=28761
--   InitPlan 1 (returns $0)
--     ->  Index Scan using pg_class_oid_index on pg_class (actual time=0.019..0.021 rows=1 loops=1)
--           Index Cond: (oid = '26647'::oid)
--           Buffers: shared hit=3
--   ->  Index Only Scan using listing_search_score_idx on listing_search (actual time=0.023..38.389 rows=44427 loops=1)
--         Heap Fetches: 0
--         Buffers: shared hit=28758
-- Planning Time: 0.237 ms
-- Execution Time: 41.879 ms
