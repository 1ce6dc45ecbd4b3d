-- marking what is hot

select score from listing_search order by score desc
offset (select greatest(reltuples, 0) * 0.05 from pg_class where oid = 'listing_search'::regclass)::bigint limit 1;

-- Limit (actual time=0.043..0.044 rows=1 loops=1)
--   Buffers: shared hit=6
--   InitPlan 1 (returns $0)
--     ->  Index Scan using pg_class_oid_index on pg_class (actual time=0.016..0.017 rows=1 loops=1)
--           Index Cond: (oid = '24433'::oid)
--           Buffers: shared hit=3
--   ->  Index Only Scan using listing_search_score_idx on listing_search (actual time=0.012..0.019 rows=89 loops=1)
--         Heap Fetches: 0
--         Buffers: shared hit=3
-- Planning Time: 0.160 ms
-- Execution Time: 0.061 ms

  update listing_search s set hot = not s.hot from (
    select listing_id from (select listing_id, score from listing_search where hot order by score limit 1000) x
      where score < 57.90992::real
    union all
    select listing_id from (select listing_id, score from listing_search where not hot order by score desc limit 1000) x
      where score >= 57.90992::real) crossed
  where crossed.listing_id = s.listing_id;

-- Update on listing_search s (actual time=3.606..3.613 rows=0 loops=1)
--   Buffers: shared hit=1074
--   ->  Nested Loop (actual time=3.604..3.611 rows=0 loops=1)
--         Buffers: shared hit=1074
--         ->  Append (actual time=3.603..3.609 rows=0 loops=1)
--               Buffers: shared hit=1074
--               ->  Subquery Scan on "*SELECT* 1" (actual time=0.268..0.271 rows=0 loops=1)
--                     Buffers: shared hit=70
--                     ->  Subquery Scan on x (actual time=0.267..0.270 rows=0 loops=1)
--                           Filter: (x.score < '57.90992'::real)
--                           Rows Removed by Filter: 89
--                           Buffers: shared hit=70
--                           ->  Limit (actual time=0.235..0.255 rows=89 loops=1)
--                                 Buffers: shared hit=70
--                                 ->  Sort (actual time=0.233..0.243 rows=89 loops=1)
--                                       Sort Key: listing_search.score
--                                       Sort Method: quicksort  Memory: 31kB
--                                       Buffers: shared hit=70
--                                       ->  Bitmap Heap Scan on listing_search (actual time=0.034..0.183 rows=89 loops=1)
--                                             Recheck Cond: hot
--                                             Heap Blocks: exact=69
--                                             Buffers: shared hit=70
--                                             ->  Bitmap Index Scan on listing_search_hot_idx (actual time=0.017..0.017 rows=89 loops=1)
--                                                   Buffers: shared hit=1
--               ->  Subquery Scan on "*SELECT* 2" (actual time=3.332..3.333 rows=0 loops=1)
--                     Buffers: shared hit=1004
--                     ->  Subquery Scan on x_1 (actual time=3.331..3.331 rows=0 loops=1)
--                           Filter: (x_1.score >= '57.90992'::real)
--                           Rows Removed by Filter: 1000
--                           Buffers: shared hit=1004
--                           ->  Limit (actual time=0.014..1.096 rows=1000 loops=1)
--                                 Buffers: shared hit=1004
--                                 ->  Index Scan Backward using listing_search_cold_idx on listing_search listing_search_1 (actual time=0.014..0.978 rows=1000 loops=1)
--                                       Buffers: shared hit=1004
--         ->  Index Scan using listing_search_pkey on listing_search s (never executed)
--               Index Cond: (listing_id = "*SELECT* 1".listing_id)
-- Planning:
--   Buffers: shared hit=1
-- Planning Time: 0.610 ms
-- Execution Time: 3.697 ms
