-- figures of the dashboard, of 20,000 listings

select (select count(*)::int from listing where owner_id = '018b6926-d632-79fb-83cb-27cfa6510000' and archived_at is null) as total_listings,
  (select count(*)::int from rental where owner_id = '018b6926-d632-79fb-83cb-27cfa6510000' and status = 'Active') as rented_out,
  (select coalesce(sum(m.centavos), 0)::bigint from money_line m join rental r on r.id = m.rental_id
    where r.owner_id = '018b6926-d632-79fb-83cb-27cfa6510000' and r.status = 'Completed' and (m.kind = 'rent' or m.returns = 'rent')) as earnings_centavos,
  (select coalesce(sum(m.centavos), 0)::bigint from money_line m join rental r on r.id = m.rental_id
      join "order" o on o.id = r.order_id
    where r.owner_id = '018b6926-d632-79fb-83cb-27cfa6510000' and r.status = 'Cancelled' and o.payment_method = 'online'
      and o.status = 'confirmed'
      and (m.kind = 'rent' or m.returns = 'rent')) as kept_rent_centavos,
  (select count(*)::int from rental r join "order" o on o.id = r.order_id
    where r.owner_id = '018b6926-d632-79fb-83cb-27cfa6510000' and r.status = 'Pending' and o.status = 'confirmed') as waiting_requests,
  (select count(*)::int from rental where renter_id = '018b6926-d632-79fb-83cb-27cfa6510000' and status = 'Active') as active_rentals,
  exists (select from rental where renter_id = '018b6926-d632-79fb-83cb-27cfa6510000') as has_rented;

-- Result (actual time=0.169..0.171 rows=1 loops=1)
--   Buffers: shared hit=210
--   InitPlan 1 (returns $0)
--     ->  Aggregate (actual time=0.016..0.016 rows=1 loops=1)
--           Buffers: shared hit=3
--           ->  Index Only Scan using listing_owner_idx on listing (actual time=0.007..0.011 rows=80 loops=1)
--                 Index Cond: (owner_id = '018b6926-d632-79fb-83cb-27cfa6510000'::uuid)
--                 Heap Fetches: 0
--                 Buffers: shared hit=3
--   InitPlan 2 (returns $1)
--     ->  Aggregate (actual time=0.006..0.006 rows=1 loops=1)
--           Buffers: shared hit=3
--           ->  Index Only Scan using rental_owner_status_idx on rental (actual time=0.005..0.006 rows=0 loops=1)
--                 Index Cond: ((owner_id = '018b6926-d632-79fb-83cb-27cfa6510000'::uuid) AND (status = 'Active'::text))
--                 Heap Fetches: 0
--                 Buffers: shared hit=3
--   InitPlan 3 (returns $3)
--     ->  Aggregate (actual time=0.102..0.103 rows=1 loops=1)
--           Buffers: shared hit=147
--           ->  Nested Loop (actual time=0.011..0.100 rows=47 loops=1)
--                 Buffers: shared hit=147
--                 ->  Index Only Scan using rental_owner_status_idx on rental r (actual time=0.006..0.009 rows=47 loops=1)
--                       Index Cond: ((owner_id = '018b6926-d632-79fb-83cb-27cfa6510000'::uuid) AND (status = 'Completed'::text))
--                       Heap Fetches: 0
--                       Buffers: shared hit=4
--                 ->  Index Scan using money_line_rental_idx on money_line m (actual time=0.001..0.002 rows=1 loops=47)
--                       Index Cond: (rental_id = r.id)
--                       Filter: ((kind = 'rent'::text) OR (returns = 'rent'::text))
--                       Rows Removed by Filter: 2
--                       Buffers: shared hit=143
--   InitPlan 4 (returns $6)
--     ->  Aggregate (actual time=0.024..0.024 rows=1 loops=1)
--           Buffers: shared hit=28
--           ->  Nested Loop (actual time=0.023..0.024 rows=0 loops=1)
--                 Buffers: shared hit=28
--                 ->  Nested Loop (actual time=0.023..0.024 rows=0 loops=1)
--                       Buffers: shared hit=28
--                       ->  Index Scan using rental_owner_status_idx on rental r_1 (actual time=0.003..0.007 rows=6 loops=1)
--                             Index Cond: ((owner_id = '018b6926-d632-79fb-83cb-27cfa6510000'::uuid) AND (status = 'Cancelled'::text))
--                             Buffers: shared hit=10
--                       ->  Memoize (actual time=0.003..0.003 rows=0 loops=6)
--                             Cache Key: r_1.order_id
--                             Cache Mode: logical
--                             Hits: 0  Misses: 6  Evictions: 0  Overflows: 0  Memory Usage: 1kB
--                             Buffers: shared hit=18
--                             ->  Index Scan using order_pkey on "order" o (actual time=0.002..0.002 rows=0 loops=6)
--                                   Index Cond: (id = r_1.order_id)
--                                   Filter: ((payment_method = 'online'::text) AND (status = 'confirmed'::text))
--                                   Rows Removed by Filter: 1
--                                   Buffers: shared hit=18
--                 ->  Index Scan using money_line_rental_idx on money_line m_1 (never executed)
--                       Index Cond: (rental_id = r_1.id)
--                       Filter: ((kind = 'rent'::text) OR (returns = 'rent'::text))
--   InitPlan 5 (returns $8)
--     ->  Aggregate (actual time=0.013..0.013 rows=1 loops=1)
--           Buffers: shared hit=23
--           ->  Nested Loop (actual time=0.004..0.012 rows=5 loops=1)
--                 Buffers: shared hit=23
--                 ->  Index Scan using rental_owner_status_idx on rental r_2 (actual time=0.002..0.004 rows=5 loops=1)
--                       Index Cond: ((owner_id = '018b6926-d632-79fb-83cb-27cfa6510000'::uuid) AND (status = 'Pending'::text))
--                       Buffers: shared hit=8
--                 ->  Index Scan using order_pkey on "order" o_1 (actual time=0.001..0.001 rows=1 loops=5)
--                       Index Cond: (id = r_2.order_id)
--                       Filter: (status = 'confirmed'::text)
--                       Buffers: shared hit=15
--   InitPlan 6 (returns $9)
--     ->  Aggregate (actual time=0.004..0.004 rows=1 loops=1)
--           Buffers: shared hit=3
--           ->  Index Only Scan using rental_renter_status_idx on rental rental_1 (actual time=0.003..0.003 rows=0 loops=1)
--                 Index Cond: ((renter_id = '018b6926-d632-79fb-83cb-27cfa6510000'::uuid) AND (status = 'Active'::text))
--                 Heap Fetches: 0
--                 Buffers: shared hit=3
--   InitPlan 7 (returns $10)
--     ->  Index Only Scan using rental_renter_idx on rental rental_2 (actual time=0.003..0.003 rows=1 loops=1)
--           Index Cond: (renter_id = '018b6926-d632-79fb-83cb-27cfa6510000'::uuid)
--           Heap Fetches: 0
--           Buffers: shared hit=3
-- Planning:
--   Buffers: shared hit=73
-- Planning Time: 0.638 ms
-- Execution Time: 0.265 ms
