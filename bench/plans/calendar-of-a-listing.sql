-- calendar of a listing, of 20,000 listings

select r.id, (case when r.status = 'Active' and upper(r.period) <= '2026-11-25'::date
  then daterange(lower(r.period), '2026-11-25'::date + 1) else r.period end)::text as period, r.status, null::timestamptz as held_until,
  case when o.status = 'confirmed' then case when "a".id = '018b6926-d632-79fb-83cb-27cfa6510000' or false or exists (select from rental shared where shared.approved_at is not null
and (shared.renter_id = '018b6926-d632-79fb-83cb-27cfa6510000' and shared.owner_id = "a".id
  or shared.renter_id = "a".id and shared.owner_id = '018b6926-d632-79fb-83cb-27cfa6510000')
and (shared.status = any(array['Pending', 'Approved', 'Active'])
  or shared.status_changed_at > '2026-11-25T00:25:16.687Z'::timestamptz - make_interval(days => 30))) then "a".first_name || ' ' || "a".last_name
else "a".public_name end end as renter_name
from rental r join "order" o on o.id = r.order_id join account a on a.id = r.renter_id
where r.listing_id = '0191386e-d138-70d2-984e-84fb23b10000' and r.status in ('Pending', 'Approved', 'Active') and upper(case when r.status = 'Active' and upper(r.period) <= '2026-11-25'::date
  then daterange(lower(r.period), '2026-11-25'::date + 1) else r.period end) > '2026-11-25'::date
union all select b.id, b.period::text, null, b.held_until, null from blocked_period b
where b.listing_id = '0191386e-d138-70d2-984e-84fb23b10000' and upper(b.period) > '2026-11-25'::date and (b.reason is null or b.held_until > '2026-11-25T00:25:16.687Z'
)
order by 2;

-- Sort (actual time=0.101..0.103 rows=8 loops=1)
--   Sort Key: ((CASE WHEN ((r.status = 'Active'::text) AND (upper(r.period) <= '2026-11-25'::date)) THEN daterange(lower(r.period), '2026-11-26'::date) ELSE r.period END)::text)
--   Sort Method: quicksort  Memory: 25kB
--   Buffers: shared hit=85
--   ->  Append (actual time=0.032..0.097 rows=8 loops=1)
--         Buffers: shared hit=85
--         ->  Nested Loop (actual time=0.031..0.089 rows=8 loops=1)
--               Buffers: shared hit=83
--               ->  Nested Loop (actual time=0.018..0.035 rows=8 loops=1)
--                     Buffers: shared hit=27
--                     ->  Index Scan using rental_no_overlap on rental r (actual time=0.014..0.017 rows=8 loops=1)
--                           Index Cond: (listing_id = '0191386e-d138-70d2-984e-84fb23b10000'::uuid)
--                           Filter: (upper(CASE WHEN ((status = 'Active'::text) AND (upper(period) <= '2026-11-25'::date)) THEN daterange(lower(period), '2026-11-26'::date) ELSE period END) > '2026-11-25'::date)
--                           Buffers: shared hit=3
--                     ->  Index Scan using order_pkey on "order" o (actual time=0.002..0.002 rows=1 loops=8)
--                           Index Cond: (id = r.order_id)
--                           Buffers: shared hit=24
--               ->  Index Scan using account_pkey on account a (actual time=0.002..0.002 rows=1 loops=8)
--                     Index Cond: (id = r.renter_id)
--                     Buffers: shared hit=24
--               SubPlan 1
--                 ->  Bitmap Heap Scan on rental shared (actual time=0.003..0.003 rows=0 loops=8)
--                       Recheck Cond: (((renter_id = '018b6926-d632-79fb-83cb-27cfa6510000'::uuid) AND (owner_id = a.id) AND (approved_at IS NOT NULL)) OR ((renter_id = a.id) AND (owner_id = '018b6926-d632-79fb-83cb-27cfa6510000'::uuid) AND (approved_at IS NOT NULL)))
--                       Filter: ((status = ANY ('{Pending,Approved,Active}'::text[])) OR (status_changed_at > ('2026-11-25 00:25:16.687+00'::timestamp with time zone - '30 days'::interval)))
--                       Buffers: shared hit=32
--                       ->  BitmapOr (actual time=0.003..0.003 rows=0 loops=8)
--                             Buffers: shared hit=32
--                             ->  Bitmap Index Scan on rental_pair_idx (actual time=0.001..0.001 rows=0 loops=8)
--                                   Index Cond: ((renter_id = '018b6926-d632-79fb-83cb-27cfa6510000'::uuid) AND (owner_id = a.id))
--                                   Buffers: shared hit=16
--                             ->  Bitmap Index Scan on rental_pair_idx (actual time=0.002..0.002 rows=0 loops=8)
--                                   Index Cond: ((renter_id = a.id) AND (owner_id = '018b6926-d632-79fb-83cb-27cfa6510000'::uuid))
--                                   Buffers: shared hit=16
--         ->  Index Scan using blocked_period_no_overlap on blocked_period b (actual time=0.006..0.006 rows=0 loops=1)
--               Index Cond: (listing_id = '0191386e-d138-70d2-984e-84fb23b10000'::uuid)
--               Filter: (((reason IS NULL) OR (held_until > '2026-11-25 00:25:16.687+00'::timestamp with time zone)) AND (upper(period) > '2026-11-25'::date))
--               Buffers: shared hit=2
-- Planning:
--   Buffers: shared hit=35
-- Planning Time: 0.506 ms
-- Execution Time: 0.131 ms
