-- purchases, of 20,000 listings

select r.id, r.title, r.status, lower(r.period)::text as start, o.number as order_number,
  o.status as order_status, to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at_text
from rental r join "order" o on o.id = r.order_id
where r.renter_id = '01897a1a-7d14-7144-8035-92e073ac0000'
order by r.created_at desc, r.id desc limit 21;

-- Limit (actual time=0.011..0.047 rows=14 loops=1)
--   Buffers: shared hit=58
--   ->  Nested Loop (actual time=0.011..0.046 rows=14 loops=1)
--         Buffers: shared hit=58
--         ->  Index Scan using rental_renter_idx on rental r (actual time=0.004..0.010 rows=14 loops=1)
--               Index Cond: (renter_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid)
--               Buffers: shared hit=16
--         ->  Index Scan using order_pkey on "order" o (actual time=0.001..0.001 rows=1 loops=14)
--               Index Cond: (id = r.order_id)
--               Buffers: shared hit=42
-- Planning:
--   Buffers: shared hit=15
-- Planning Time: 0.126 ms
-- Execution Time: 0.060 ms
