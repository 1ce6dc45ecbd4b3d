-- rentals that are due

with due as materialized (
  select id, order_id, status from rental where status = 'Pending' and answer_by <= '2026-11-23T04:00:00.000Z'
  union all
  select id, order_id, status from rental where status = 'Approved' and upper(period) <= '2026-11-23'::date)
select r.id, r.status from due r join "order" o on o.id = r.order_id and o.status = 'confirmed'
order by r.id limit 500;

-- Limit (actual time=0.021..0.023 rows=0 loops=1)
--   Buffers: shared hit=4
--   CTE due
--     ->  Append (actual time=0.013..0.014 rows=0 loops=1)
--           Buffers: shared hit=4
--           ->  Bitmap Heap Scan on rental (actual time=0.008..0.009 rows=0 loops=1)
--                 Recheck Cond: ((answer_by <= '2026-11-23 04:00:00+00'::timestamp with time zone) AND (status = 'Pending'::text))
--                 Buffers: shared hit=2
--                 ->  Bitmap Index Scan on rental_unanswered_idx (actual time=0.007..0.007 rows=0 loops=1)
--                       Index Cond: (answer_by <= '2026-11-23 04:00:00+00'::timestamp with time zone)
--                       Buffers: shared hit=2
--           ->  Bitmap Heap Scan on rental rental_1 (actual time=0.004..0.004 rows=0 loops=1)
--                 Recheck Cond: ((upper(period) <= '2026-11-23'::date) AND (status = 'Approved'::text))
--                 Buffers: shared hit=2
--                 ->  Bitmap Index Scan on rental_lapsing_idx (actual time=0.003..0.003 rows=0 loops=1)
--                       Index Cond: (upper(period) <= '2026-11-23'::date)
--                       Buffers: shared hit=2
--   ->  Sort (actual time=0.020..0.020 rows=0 loops=1)
--         Sort Key: r.id
--         Sort Method: quicksort  Memory: 25kB
--         Buffers: shared hit=4
--         ->  Nested Loop (actual time=0.014..0.015 rows=0 loops=1)
--               Buffers: shared hit=4
--               ->  CTE Scan on due r (actual time=0.014..0.014 rows=0 loops=1)
--                     Buffers: shared hit=4
--               ->  Index Scan using order_pkey on "order" o (never executed)
--                     Index Cond: (id = r.order_id)
--                     Filter: (status = 'confirmed'::text)
-- Planning:
--   Buffers: shared hit=3
-- Planning Time: 0.584 ms
-- Execution Time: 0.069 ms
