-- agenda, of 20,000 listings

select a.id, a.side, a.title, a.partner_name, a.status, a.period, a.delivery_option,
  (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths',
"p".widths, 'thumbhash', left("p".thumbhash, 4)) from photo p where p.id = a.photo_id) as photo
from ((
select r.id, 'owner'::text as side, r.title, case when "w".id = '018b6926-d632-79fb-83cb-27cfa6510000' or false or exists (select from rental shared where shared.approved_at is not null
and (shared.renter_id = '018b6926-d632-79fb-83cb-27cfa6510000' and shared.owner_id = "w".id
  or shared.renter_id = "w".id and shared.owner_id = '018b6926-d632-79fb-83cb-27cfa6510000')
and (shared.status = any(array['Pending', 'Approved', 'Active'])
  or shared.status_changed_at > '2026-11-25T00:25:16.687Z'::timestamptz - make_interval(days => 30))) then "w".first_name || ' ' || "w".last_name
else "w".public_name end as partner_name, r.status,
  r.period::text as period, r.delivery_option, r.photo_id, case r.status when 'Approved' then lower(r.period) else upper(r.period) - 1 end as day
from rental r join "order" o on o.id = r.order_id
  join account w on w.id = "r"."renter_id"
where "r"."owner_id" = '018b6926-d632-79fb-83cb-27cfa6510000'
  and r.status in ('Approved', 'Active') and o.status = 'confirmed'
order by case r.status when 'Approved' then lower(r.period) else upper(r.period) - 1 end, r.id limit 6) union all (
select r.id, 'renter'::text as side, r.title, case when "w".id = '018b6926-d632-79fb-83cb-27cfa6510000' or false or exists (select from rental shared where shared.approved_at is not null
and (shared.renter_id = '018b6926-d632-79fb-83cb-27cfa6510000' and shared.owner_id = "w".id
  or shared.renter_id = "w".id and shared.owner_id = '018b6926-d632-79fb-83cb-27cfa6510000')
and (shared.status = any(array['Pending', 'Approved', 'Active'])
  or shared.status_changed_at > '2026-11-25T00:25:16.687Z'::timestamptz - make_interval(days => 30))) then "w".first_name || ' ' || "w".last_name
else "w".public_name end as partner_name, r.status,
  r.period::text as period, r.delivery_option, r.photo_id, case r.status when 'Approved' then lower(r.period) else upper(r.period) - 1 end as day
from rental r join "order" o on o.id = r.order_id
  join account w on w.id = "r"."owner_id"
where "r"."renter_id" = '018b6926-d632-79fb-83cb-27cfa6510000'
  and r.status in ('Approved', 'Active') and o.status = 'confirmed'
order by case r.status when 'Approved' then lower(r.period) else upper(r.period) - 1 end, r.id limit 6)) a order by a.day, a.id;

-- Result (actual time=0.164..0.216 rows=6 loops=1)
--   Buffers: shared hit=206
--   ->  Merge Append (actual time=0.152..0.176 rows=6 loops=1)
--         Sort Key: (CASE r.status WHEN 'Approved'::text THEN lower(r.period) ELSE (upper(r.period) - 1) END), r.id
--         Buffers: shared hit=188
--         ->  Limit (actual time=0.147..0.170 rows=6 loops=1)
--               Buffers: shared hit=182
--               ->  Result (actual time=0.146..0.169 rows=6 loops=1)
--                     Buffers: shared hit=182
--                     ->  Sort (actual time=0.136..0.137 rows=6 loops=1)
--                           Sort Key: (CASE r.status WHEN 'Approved'::text THEN lower(r.period) ELSE (upper(r.period) - 1) END), r.id
--                           Sort Method: top-N heapsort  Memory: 27kB
--                           Buffers: shared hit=152
--                           ->  Nested Loop (actual time=0.021..0.127 rows=21 loops=1)
--                                 Buffers: shared hit=152
--                                 ->  Nested Loop (actual time=0.014..0.073 rows=21 loops=1)
--                                       Buffers: shared hit=89
--                                       ->  Index Scan using rental_owner_status_idx on rental r (actual time=0.010..0.022 rows=21 loops=1)
--                                             Index Cond: ((owner_id = '018b6926-d632-79fb-83cb-27cfa6510000'::uuid) AND (status = ANY ('{Approved,Active}'::text[])))
--                                             Buffers: shared hit=26
--                                       ->  Index Scan using order_pkey on "order" o (actual time=0.002..0.002 rows=1 loops=21)
--                                             Index Cond: (id = r.order_id)
--                                             Filter: (status = 'confirmed'::text)
--                                             Buffers: shared hit=63
--                                 ->  Index Scan using account_pkey on account w (actual time=0.002..0.002 rows=1 loops=21)
--                                       Index Cond: (id = r.renter_id)
--                                       Buffers: shared hit=63
--                     SubPlan 2
--                       ->  Bitmap Heap Scan on rental shared (actual time=0.004..0.004 rows=1 loops=6)
--                             Recheck Cond: (((renter_id = '018b6926-d632-79fb-83cb-27cfa6510000'::uuid) AND (owner_id = w.id) AND (approved_at IS NOT NULL)) OR ((renter_id = w.id) AND (owner_id = '018b6926-d632-79fb-83cb-27cfa6510000'::uuid) AND (approved_at IS NOT NULL)))
--                             Filter: ((status = ANY ('{Pending,Approved,Active}'::text[])) OR (status_changed_at > ('2026-11-25 00:25:16.687+00'::timestamp with time zone - '30 days'::interval)))
--                             Heap Blocks: exact=6
--                             Buffers: shared hit=30
--                             ->  BitmapOr (actual time=0.003..0.003 rows=0 loops=6)
--                                   Buffers: shared hit=24
--                                   ->  Bitmap Index Scan on rental_pair_idx (actual time=0.001..0.001 rows=0 loops=6)
--                                         Index Cond: ((renter_id = '018b6926-d632-79fb-83cb-27cfa6510000'::uuid) AND (owner_id = w.id))
--                                         Buffers: shared hit=12
--                                   ->  Bitmap Index Scan on rental_pair_idx (actual time=0.002..0.002 rows=1 loops=6)
--                                         Index Cond: ((renter_id = w.id) AND (owner_id = '018b6926-d632-79fb-83cb-27cfa6510000'::uuid))
--                                         Buffers: shared hit=12
--         ->  Limit (actual time=0.005..0.005 rows=0 loops=1)
--               Buffers: shared hit=6
--               ->  Result (actual time=0.005..0.005 rows=0 loops=1)
--                     Buffers: shared hit=6
--                     ->  Sort (actual time=0.004..0.005 rows=0 loops=1)
--                           Sort Key: (CASE r_1.status WHEN 'Approved'::text THEN lower(r_1.period) ELSE (upper(r_1.period) - 1) END), r_1.id
--                           Sort Method: quicksort  Memory: 25kB
--                           Buffers: shared hit=6
--                           ->  Nested Loop (actual time=0.003..0.003 rows=0 loops=1)
--                                 Buffers: shared hit=6
--                                 ->  Nested Loop (actual time=0.003..0.003 rows=0 loops=1)
--                                       Buffers: shared hit=6
--                                       ->  Index Scan using rental_renter_status_idx on rental r_1 (actual time=0.003..0.003 rows=0 loops=1)
--                                             Index Cond: ((renter_id = '018b6926-d632-79fb-83cb-27cfa6510000'::uuid) AND (status = ANY ('{Approved,Active}'::text[])))
--                                             Buffers: shared hit=6
--                                       ->  Index Scan using order_pkey on "order" o_1 (never executed)
--                                             Index Cond: (id = r_1.order_id)
--                                             Filter: (status = 'confirmed'::text)
--                                 ->  Index Scan using account_pkey on account w_1 (never executed)
--                                       Index Cond: (id = r_1.owner_id)
--                     SubPlan 3
--                       ->  Bitmap Heap Scan on rental shared_1 (never executed)
--                             Recheck Cond: (((renter_id = '018b6926-d632-79fb-83cb-27cfa6510000'::uuid) AND (owner_id = w_1.id) AND (approved_at IS NOT NULL)) OR ((renter_id = w_1.id) AND (owner_id = '018b6926-d632-79fb-83cb-27cfa6510000'::uuid) AND (approved_at IS NOT NULL)))
--                             Filter: ((status = ANY ('{Pending,Approved,Active}'::text[])) OR (status_changed_at > ('2026-11-25 00:25:16.687+00'::timestamp with time zone - '30 days'::interval)))
--                             ->  BitmapOr (never executed)
--                                   ->  Bitmap Index Scan on rental_pair_idx (never executed)
--                                         Index Cond: ((renter_id = '018b6926-d632-79fb-83cb-27cfa6510000'::uuid) AND (owner_id = w_1.id))
--                                   ->  Bitmap Index Scan on rental_pair_idx (never executed)
--                                         Index Cond: ((renter_id = w_1.id) AND (owner_id = '018b6926-d632-79fb-83cb-27cfa6510000'::uuid))
--   SubPlan 1
--     ->  Index Scan using photo_pkey on photo p (actual time=0.006..0.006 rows=1 loops=6)
--           Index Cond: (id = r.photo_id)
--           Buffers: shared hit=18
-- Planning:
--   Buffers: shared hit=71
-- Planning Time: 1.062 ms
-- Execution Time: 0.272 ms
