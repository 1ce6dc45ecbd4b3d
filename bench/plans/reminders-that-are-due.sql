-- reminders that are due

with due as materialized (select r.id, r.order_id from rental r where r.status = 'Approved'
  and lower(r.period) between '2026-11-24'::date and '2026-11-24'::date
  and not exists (select from reminder m where m.rental_id = r.id and m.kind = 'starts-tomorrow' and m.number = 1) union all select r.id, r.order_id from rental r where r.status = 'Active'
  and upper(r.period) between '2026-11-24'::date and '2026-11-24'::date
  and not exists (select from reminder m where m.rental_id = r.id and m.kind = 'due-today' and m.number = 1) union all select r.id, r.order_id from rental r where r.status = 'Active'
  and upper(r.period) between '2026-11-22'::date and '2026-11-23'::date
  and not exists (select from reminder m where m.rental_id = r.id and m.kind = 'overdue' and m.number = 1) union all select r.id, r.order_id from rental r where r.status = 'Active'
  and upper(r.period) between '2026-11-18'::date and '2026-11-21'::date
  and not exists (select from reminder m where m.rental_id = r.id and m.kind = 'overdue' and m.number = 2) union all select r.id, r.order_id from rental r where r.status = 'Active'
  and upper(r.period) between '2026-11-11'::date and '2026-11-17'::date
  and not exists (select from reminder m where m.rental_id = r.id and m.kind = 'overdue' and m.number = 3))
select r.id from due r join "order" o on o.id = r.order_id and o.status = 'confirmed'
where true order by r.id limit 500;

-- Limit (actual time=0.152..0.155 rows=0 loops=1)
--   Buffers: shared hit=36
--   CTE due
--     ->  Append (actual time=0.142..0.145 rows=0 loops=1)
--           Buffers: shared hit=36
--           ->  Nested Loop Anti Join (actual time=0.083..0.084 rows=0 loops=1)
--                 Join Filter: (m.rental_id = r_1.id)
--                 Rows Removed by Join Filter: 91
--                 Buffers: shared hit=15
--                 ->  Index Scan using rental_ahead_idx on rental r_1 (actual time=0.019..0.044 rows=14 loops=1)
--                       Index Cond: ((lower(period) >= '2026-11-24'::date) AND (lower(period) <= '2026-11-24'::date))
--                       Buffers: shared hit=14
--                 ->  Materialize (actual time=0.001..0.002 rows=8 loops=14)
--                       Buffers: shared hit=1
--                       ->  Seq Scan on reminder m (actual time=0.011..0.014 rows=14 loops=1)
--                             Filter: ((kind = 'starts-tomorrow'::text) AND (number = 1))
--                             Rows Removed by Filter: 9
--                             Buffers: shared hit=1
--           ->  Nested Loop Anti Join (actual time=0.049..0.050 rows=0 loops=1)
--                 Join Filter: (m_1.rental_id = r_2.id)
--                 Rows Removed by Join Filter: 36
--                 Buffers: shared hit=18
--                 ->  Index Scan using rental_out_idx on rental r_2 (actual time=0.006..0.018 rows=9 loops=1)
--                       Index Cond: ((upper(period) >= '2026-11-24'::date) AND (upper(period) <= '2026-11-24'::date))
--                       Buffers: shared hit=9
--                 ->  Seq Scan on reminder m_1 (actual time=0.001..0.002 rows=5 loops=9)
--                       Filter: ((kind = 'due-today'::text) AND (number = 1))
--                       Rows Removed by Filter: 3
--                       Buffers: shared hit=9
--           ->  Nested Loop Anti Join (actual time=0.003..0.003 rows=0 loops=1)
--                 Join Filter: (m_2.rental_id = r_3.id)
--                 Buffers: shared hit=1
--                 ->  Index Scan using rental_out_idx on rental r_3 (actual time=0.003..0.003 rows=0 loops=1)
--                       Index Cond: ((upper(period) >= '2026-11-22'::date) AND (upper(period) <= '2026-11-23'::date))
--                       Buffers: shared hit=1
--                 ->  Seq Scan on reminder m_2 (never executed)
--                       Filter: ((kind = 'overdue'::text) AND (number = 1))
--           ->  Nested Loop Anti Join (actual time=0.002..0.002 rows=0 loops=1)
--                 Join Filter: (m_3.rental_id = r_4.id)
--                 Buffers: shared hit=1
--                 ->  Index Scan using rental_out_idx on rental r_4 (actual time=0.002..0.002 rows=0 loops=1)
--                       Index Cond: ((upper(period) >= '2026-11-18'::date) AND (upper(period) <= '2026-11-21'::date))
--                       Buffers: shared hit=1
--                 ->  Seq Scan on reminder m_3 (never executed)
--                       Filter: ((kind = 'overdue'::text) AND (number = 2))
--           ->  Nested Loop Anti Join (actual time=0.003..0.004 rows=0 loops=1)
--                 Join Filter: (m_4.rental_id = r_5.id)
--                 Buffers: shared hit=1
--                 ->  Index Scan using rental_out_idx on rental r_5 (actual time=0.003..0.003 rows=0 loops=1)
--                       Index Cond: ((upper(period) >= '2026-11-11'::date) AND (upper(period) <= '2026-11-17'::date))
--                       Buffers: shared hit=1
--                 ->  Seq Scan on reminder m_4 (never executed)
--                       Filter: ((kind = 'overdue'::text) AND (number = 3))
--   ->  Sort (actual time=0.150..0.151 rows=0 loops=1)
--         Sort Key: r.id
--         Sort Method: quicksort  Memory: 25kB
--         Buffers: shared hit=36
--         ->  Nested Loop (actual time=0.144..0.145 rows=0 loops=1)
--               Buffers: shared hit=36
--               ->  CTE Scan on due r (actual time=0.144..0.144 rows=0 loops=1)
--                     Buffers: shared hit=36
--               ->  Index Scan using order_pkey on "order" o (never executed)
--                     Index Cond: (id = r.order_id)
--                     Filter: (status = 'confirmed'::text)
-- Planning:
--   Buffers: shared hit=6
-- Planning Time: 1.609 ms
-- Execution Time: 0.257 ms
