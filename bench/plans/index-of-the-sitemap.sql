-- index of the sitemap

with recursive part (id) as (
  (select id from listing where is_public order by id limit 1)
  union all
  select (select l.id from listing l where l.is_public and l.id > part.id order by l.id offset 44999 limit 1)
  from part where part.id is not null)
select id from part where id is not null;

-- CTE Scan on part (actual time=4.092..4.512 rows=1 loops=1)
--   Filter: (id IS NOT NULL)
--   Rows Removed by Filter: 1
--   Buffers: shared hit=12
--   CTE part
--     ->  Recursive Union (actual time=4.085..4.501 rows=2 loops=1)
--           Buffers: shared hit=12
--           ->  Limit (actual time=4.080..4.082 rows=1 loops=1)
--                 Buffers: shared hit=3
--                 ->  Index Only Scan using listing_sitemap_idx on listing (actual time=4.077..4.078 rows=1 loops=1)
--                       Heap Fetches: 0
--                       Buffers: shared hit=3
--           ->  WorkTable Scan on part part_1 (actual time=0.203..0.204 rows=0 loops=2)
--                 Filter: (id IS NOT NULL)
--                 Rows Removed by Filter: 0
--                 Buffers: shared hit=9
--                 SubPlan 1
--                   ->  Limit (actual time=0.388..0.389 rows=0 loops=1)
--                         Buffers: shared hit=9
--                         ->  Index Only Scan using listing_sitemap_idx on listing l (actual time=0.033..0.286 rows=1760 loops=1)
--                               Index Cond: (id > part_1.id)
--                               Heap Fetches: 0
--                               Buffers: shared hit=9
-- Planning:
--   Buffers: shared hit=2
-- Planning Time: 0.282 ms
-- Execution Time: 4.565 ms
