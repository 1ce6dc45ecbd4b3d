-- marking what is hot, of 1,000,000 listings

  update listing_search s set hot = not s.hot from (
    select listing_id from (select listing_id, score from listing_search where hot order by score limit 1000) x
      where score < 57.527233::real
    union all
    select listing_id from (
        select listing_id, score from listing_search where not hot order by score desc limit 1000) x
      where score >= 57.527233::real) crossed
  where crossed.listing_id = s.listing_id;

-- Update on listing_search s (actual time=2.128..2.129 rows=0 loops=1)
--   Buffers: shared hit=1633
--   ->  Nested Loop (actual time=2.127..2.129 rows=0 loops=1)
--         Buffers: shared hit=1633
--         ->  Append (actual time=2.127..2.128 rows=0 loops=1)
--               Buffers: shared hit=1633
--               ->  Subquery Scan on "*SELECT* 1" (actual time=0.802..0.803 rows=0 loops=1)
--                     Buffers: shared hit=626
--                     ->  Subquery Scan on x (actual time=0.802..0.802 rows=0 loops=1)
--                           Filter: (x.score < '57.527233'::real)
--                           Rows Removed by Filter: 1000
--                           Buffers: shared hit=626
--                           ->  Limit (actual time=0.014..0.758 rows=1000 loops=1)
--                                 Buffers: shared hit=626
--                                 ->  Index Scan using listing_search_hot_idx on listing_search (actual time=0.013..0.700 rows=1000 loops=1)
--                                       Buffers: shared hit=626
--               ->  Subquery Scan on "*SELECT* 2" (actual time=1.324..1.324 rows=0 loops=1)
--                     Buffers: shared hit=1007
--                     ->  Subquery Scan on x_1 (actual time=1.324..1.324 rows=0 loops=1)
--                           Filter: (x_1.score >= '57.527233'::real)
--                           Rows Removed by Filter: 1000
--                           Buffers: shared hit=1007
--                           ->  Limit (actual time=0.007..1.283 rows=1000 loops=1)
--                                 Buffers: shared hit=1007
--                                 ->  Index Scan Backward using listing_search_cold_idx on listing_search listing_search_1 (actual time=0.007..1.227 rows=1000 loops=1)
--                                       Buffers: shared hit=1007
--         ->  Index Scan using listing_search_pkey on listing_search s (never executed)
--               Index Cond: (listing_id = "*SELECT* 1".listing_id)
-- Planning:
--   Buffers: shared hit=2
-- Planning Time: 0.169 ms
-- Execution Time: 2.158 ms

select score from listing_search order by score desc
offset (select greatest(reltuples, 0) * 0.1
  from pg_class where oid = 'listing_search'::regclass)::bigint limit 1;

-- Limit (actual time=81.166..81.169 rows=1 loops=1)
--   Buffers: shared hit=61834
--   InitPlan 1 (returns $0)
--     ->  Index Scan using pg_class_oid_index on pg_class (actual time=0.017..0.018 rows=1 loops=1)
--           Index Cond: (oid = '18277'::oid)
--           Buffers: shared hit=3
--   ->  Index Only Scan using listing_search_score_idx on listing_search (actual time=0.011..78.593 rows=87887 loops=1)
--         Heap Fetches: 87887
--         Buffers: shared hit=61831
-- Planning Time: 0.159 ms
-- Execution Time: 81.194 ms
