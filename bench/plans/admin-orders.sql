-- admin orders, of 20,000 listings

select o.number, a.first_name || ' ' || a.last_name as renter_name, case when a.deleted_at is null
then a.email end as renter_email, coalesce((select sum(m.centavos) from money_line m where m.order_id = o.id), coalesce(
  (select c.rent_centavos + c.fee_centavos from rental_change c where c.order_id = o.id),
  (select d.centavos from debt d where d.id = o.debt_id)), 0)::int as total_centavos, o.payment_method, o.status,
o.created_at as placed_at, (select count(*)::int from rental r where r.order_id = o.id) as rental_count,
(select jsonb_build_object('kind', case when o.debt_id is null then 'change' else 'debt' end,
'orderNumber', x.number)
  from rental r join "order" x on x.id = r.order_id
  where r.id = coalesce((select d.rental_id from debt d where d.id = o.debt_id),
(select c.rental_id from rental_change c where c.order_id = o.id))) as part, to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as table_key,
  (o.id)::text as table_id,
  (select count(*)::int from (select 1 from "order" o join account a on a.id = o.renter_id where true
  limit 1001) counted) as table_total
from "order" o join account a on a.id = o.renter_id where true
order by o.created_at desc, o.id desc limit 26;

-- Limit (actual time=0.479..0.750 rows=26 loops=1)
--   Buffers: shared hit=246
--   InitPlan 8 (returns $9)
--     ->  Aggregate (actual time=0.444..0.445 rows=1 loops=1)
--           Buffers: shared hit=12
--           ->  Limit (actual time=0.009..0.360 rows=1001 loops=1)
--                 Buffers: shared hit=12
--                 ->  Merge Join (actual time=0.009..0.248 rows=1001 loops=1)
--                       Merge Cond: (o_1.renter_id = a_1.id)
--                       Buffers: shared hit=12
--                       ->  Index Only Scan using order_renter_id_idempotency_key_key on "order" o_1 (actual time=0.004..0.129 rows=1001 loops=1)
--                             Heap Fetches: 0
--                             Buffers: shared hit=9
--                       ->  Index Only Scan using account_pkey on account a_1 (actual time=0.004..0.013 rows=190 loops=1)
--                             Heap Fetches: 0
--                             Buffers: shared hit=3
--   ->  Nested Loop (actual time=0.479..0.747 rows=26 loops=1)
--         Buffers: shared hit=246
--         ->  Index Scan using order_newest_idx on "order" o (actual time=0.006..0.031 rows=26 loops=1)
--               Buffers: shared hit=28
--         ->  Memoize (actual time=0.003..0.003 rows=1 loops=26)
--               Cache Key: o.renter_id
--               Cache Mode: logical
--               Hits: 1  Misses: 25  Evictions: 0  Overflows: 0  Memory Usage: 5kB
--               Buffers: shared hit=75
--               ->  Index Scan using account_pkey on account a (actual time=0.002..0.002 rows=1 loops=25)
--                     Index Cond: (id = o.renter_id)
--                     Buffers: shared hit=75
--         SubPlan 1
--           ->  Aggregate (actual time=0.003..0.003 rows=1 loops=26)
--                 Buffers: shared hit=78
--                 ->  Index Scan using money_line_order_idx on money_line m (actual time=0.002..0.002 rows=3 loops=26)
--                       Index Cond: (order_id = o.id)
--                       Buffers: shared hit=78
--         SubPlan 2
--           ->  Seq Scan on rental_change c (never executed)
--                 Filter: (order_id = o.id)
--         SubPlan 3
--           ->  Seq Scan on debt d (never executed)
--                 Filter: (id = o.debt_id)
--         SubPlan 4
--           ->  Aggregate (actual time=0.001..0.001 rows=1 loops=26)
--                 Buffers: shared hit=53
--                 ->  Index Only Scan using rental_order_idx on rental r (actual time=0.001..0.001 rows=1 loops=26)
--                       Index Cond: (order_id = o.id)
--                       Heap Fetches: 0
--                       Buffers: shared hit=53
--         SubPlan 7
--           ->  Nested Loop (actual time=0.001..0.001 rows=0 loops=26)
--                 InitPlan 5 (returns $5)
--                   ->  Seq Scan on debt d_1 (actual time=0.000..0.000 rows=0 loops=26)
--                         Filter: (id = o.debt_id)
--                 InitPlan 6 (returns $7)
--                   ->  Seq Scan on rental_change c_1 (actual time=0.000..0.000 rows=0 loops=26)
--                         Filter: (order_id = o.id)
--                 ->  Index Scan using rental_pkey on rental r_1 (actual time=0.000..0.000 rows=0 loops=26)
--                       Index Cond: (id = COALESCE($5, $7))
--                 ->  Index Scan using order_pkey on "order" x (never executed)
--                       Index Cond: (id = r_1.order_id)
-- Planning:
--   Buffers: shared hit=67
-- Planning Time: 0.489 ms
-- Execution Time: 0.813 ms
