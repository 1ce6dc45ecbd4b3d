-- index of the sitemap

with recursive part (id) as (
  (select id from listing where is_public order by id limit 1)
  union all
  select (select l.id from listing l where l.is_public and l.id > part.id order by l.id offset 44999 limit 1)
  from part where part.id is not null)
select id from part where id is not null;

-- CTE Scan on part (actual time=0.040..687.223 rows=20 loops=1)
--   Filter: (id IS NOT NULL)
--   Rows Removed by Filter: 1
--   Buffers: shared hit=697609
--   CTE part
--     ->  Recursive Union (actual time=0.036..687.141 rows=21 loops=1)
--           Buffers: shared hit=697609
--           ->  Limit (actual time=0.035..0.036 rows=1 loops=1)
--                 Buffers: shared hit=4
--                 ->  Index Only Scan using listing_sitemap_idx on listing (actual time=0.033..0.034 rows=1 loops=1)
--                       Heap Fetches: 0
--                       Buffers: shared hit=4
--           ->  WorkTable Scan on part part_1 (actual time=32.709..32.711 rows=1 loops=21)
--                 Filter: (id IS NOT NULL)
--                 Rows Removed by Filter: 0
--                 Buffers: shared hit=697605
--                 SubPlan 1
--                   ->  Limit (actual time=34.336..34.337 rows=1 loops=20)
--                         Buffers: shared hit=697605
--                         ->  Index Only Scan using listing_sitemap_idx on listing l (actual time=0.015..30.367 rows=44426 loops=20)
--                               Index Cond: (id > part_1.id)
--                               Heap Fetches: 0
--                               Buffers: shared hit=697605
-- Planning:
--   Buffers: shared hit=2
-- Planning Time: 0.301 ms
-- Execution Time: 687.291 ms
