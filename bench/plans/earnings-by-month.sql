-- earnings by month, of 20,000 listings

select to_char(r.status_changed_at at time zone 'Asia/Manila', 'YYYY-MM') as month,
  sum(m.centavos)::bigint as centavos, count(distinct r.id)::int as rentals
from rental r join money_line m on m.rental_id = r.id and (m.kind = 'rent' or m.returns = 'rent')
where r.owner_id = '018b6926-d632-79fb-83cb-27cfa6510000' and r.status = 'Completed'
  and r.status_changed_at >= ('2025-12-01'::timestamp at time zone 'Asia/Manila')
group by 1;

-- GroupAggregate (actual time=0.146..0.157 rows=3 loops=1)
--   Group Key: (to_char((r.status_changed_at AT TIME ZONE 'Asia/Manila'::text), 'YYYY-MM'::text))
--   Buffers: shared hit=168
--   ->  Sort (actual time=0.141..0.143 rows=47 loops=1)
--         Sort Key: (to_char((r.status_changed_at AT TIME ZONE 'Asia/Manila'::text), 'YYYY-MM'::text))
--         Sort Method: quicksort  Memory: 28kB
--         Buffers: shared hit=168
--         ->  Nested Loop (actual time=0.016..0.130 rows=47 loops=1)
--               Buffers: shared hit=168
--               ->  Bitmap Heap Scan on rental r (actual time=0.010..0.031 rows=47 loops=1)
--                     Recheck Cond: ((owner_id = '018b6926-d632-79fb-83cb-27cfa6510000'::uuid) AND (status = 'Completed'::text))
--                     Filter: (status_changed_at >= '2025-11-30 16:00:00+00'::timestamp with time zone)
--                     Heap Blocks: exact=22
--                     Buffers: shared hit=25
--                     ->  Bitmap Index Scan on rental_owner_status_idx (actual time=0.006..0.007 rows=47 loops=1)
--                           Index Cond: ((owner_id = '018b6926-d632-79fb-83cb-27cfa6510000'::uuid) AND (status = 'Completed'::text))
--                           Buffers: shared hit=3
--               ->  Index Scan using money_line_rental_idx on money_line m (actual time=0.001..0.001 rows=1 loops=47)
--                     Index Cond: (rental_id = r.id)
--                     Filter: ((kind = 'rent'::text) OR (returns = 'rent'::text))
--                     Rows Removed by Filter: 2
--                     Buffers: shared hit=143
-- Planning:
--   Buffers: shared hit=14
-- Planning Time: 0.167 ms
-- Execution Time: 0.174 ms
