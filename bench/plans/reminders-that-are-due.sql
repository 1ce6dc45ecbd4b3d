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

-- Limit (actual time=39.175..39.184 rows=0 loops=1)
--   Buffers: shared hit=7708
--   CTE due
--     ->  Append (actual time=39.165..39.171 rows=0 loops=1)
--           Buffers: shared hit=7708
--           ->  Hash Anti Join (actual time=14.817..14.820 rows=0 loops=1)
--                 Hash Cond: (r_1.id = m.rental_id)
--                 Buffers: shared hit=1507
--                 ->  Index Scan using rental_ahead_idx on rental r_1 (actual time=0.020..13.166 rows=1579 loops=1)
--                       Index Cond: ((lower(period) >= '2026-11-24'::date) AND (lower(period) <= '2026-11-24'::date))
--                       Buffers: shared hit=1481
--                 ->  Hash (actual time=1.142..1.143 rows=1579 loops=1)
--                       Buckets: 2048  Batches: 1  Memory Usage: 91kB
--                       Buffers: shared hit=26
--                       ->  Index Only Scan using reminder_pkey on reminder m (actual time=0.055..0.740 rows=1579 loops=1)
--                             Index Cond: ((kind = 'starts-tomorrow'::text) AND (number = 1))
--                             Heap Fetches: 0
--                             Buffers: shared hit=26
--           ->  Nested Loop Anti Join (actual time=24.320..24.321 rows=0 loops=1)
--                 Buffers: shared hit=6195
--                 ->  Index Scan using rental_out_idx on rental r_2 (actual time=0.025..17.430 rows=2129 loops=1)
--                       Index Cond: ((upper(period) >= '2026-11-24'::date) AND (upper(period) <= '2026-11-24'::date))
--                       Buffers: shared hit=1936
--                 ->  Index Only Scan using reminder_pkey on reminder m_1 (actual time=0.003..0.003 rows=1 loops=2129)
--                       Index Cond: ((rental_id = r_2.id) AND (kind = 'due-today'::text) AND (number = 1))
--                       Heap Fetches: 0
--                       Buffers: shared hit=4259
--           ->  Nested Loop Anti Join (actual time=0.012..0.013 rows=0 loops=1)
--                 Buffers: shared hit=2
--                 ->  Index Scan using rental_out_idx on rental r_3 (actual time=0.011..0.011 rows=0 loops=1)
--                       Index Cond: ((upper(period) >= '2026-11-22'::date) AND (upper(period) <= '2026-11-23'::date))
--                       Buffers: shared hit=2
--                 ->  Index Only Scan using reminder_pkey on reminder m_2 (never executed)
--                       Index Cond: ((rental_id = r_3.id) AND (kind = 'overdue'::text) AND (number = 1))
--                       Heap Fetches: 0
--           ->  Nested Loop Anti Join (actual time=0.004..0.005 rows=0 loops=1)
--                 Buffers: shared hit=2
--                 ->  Index Scan using rental_out_idx on rental r_4 (actual time=0.003..0.004 rows=0 loops=1)
--                       Index Cond: ((upper(period) >= '2026-11-18'::date) AND (upper(period) <= '2026-11-21'::date))
--                       Buffers: shared hit=2
--                 ->  Index Only Scan using reminder_pkey on reminder m_3 (never executed)
--                       Index Cond: ((rental_id = r_4.id) AND (kind = 'overdue'::text) AND (number = 2))
--                       Heap Fetches: 0
--           ->  Nested Loop Anti Join (actual time=0.004..0.005 rows=0 loops=1)
--                 Buffers: shared hit=2
--                 ->  Index Scan using rental_out_idx on rental r_5 (actual time=0.003..0.004 rows=0 loops=1)
--                       Index Cond: ((upper(period) >= '2026-11-11'::date) AND (upper(period) <= '2026-11-17'::date))
--                       Buffers: shared hit=2
--                 ->  Index Only Scan using reminder_pkey on reminder m_4 (never executed)
--                       Index Cond: ((rental_id = r_5.id) AND (kind = 'overdue'::text) AND (number = 3))
--                       Heap Fetches: 0
--   ->  Sort (actual time=39.173..39.174 rows=0 loops=1)
--         Sort Key: r.id
--         Sort Method: quicksort  Memory: 25kB
--         Buffers: shared hit=7708
--         ->  Nested Loop (actual time=39.167..39.168 rows=0 loops=1)
--               Buffers: shared hit=7708
--               ->  CTE Scan on due r (actual time=39.166..39.166 rows=0 loops=1)
--                     Buffers: shared hit=7708
--               ->  Index Scan using order_pkey on "order" o (never executed)
--                     Index Cond: (id = r.order_id)
--                     Filter: (status = 'confirmed'::text)
-- Planning:
--   Buffers: shared hit=56
-- Planning Time: 1.971 ms
-- Execution Time: 39.295 ms
