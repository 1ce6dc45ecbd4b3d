-- cart, of 20,000 listings

select k.listing_id, k.start_date, k.duration_days, k.delivery_option, k.seen_price_per_day_centavos,
  k.seen_deposit_centavos, k.seen_policy, l.owner_id, o.public_name as owner_name, l.title, l.owner_terms,
  l.status, l.archived_at, l.paused_at, l.taken_down_at, l.owner_suspended,
  l.price_per_day_centavos, l.deposit_centavos, l.cancellation_policy, l.bookable_while_rented,
  case when (l.is_public or l.owner_id = '01897a1a-7d14-7144-8035-92e073ac0000' or exists (select from "rental" x where x.listing_id = l.id and x."renter_id" = '01897a1a-7d14-7144-8035-92e073ac0000') or (l.status = 'unavailable' and l.archived_at is null and l.paused_at is null
  and l.taken_down_at is null and not l.owner_suspended) and
(exists (select from "favorite" x where x.listing_id = l.id and x."account_id" = '01897a1a-7d14-7144-8035-92e073ac0000') or exists (select from "cart_line" x where x.listing_id = l.id and x."renter_id" = '01897a1a-7d14-7144-8035-92e073ac0000') or exists (select from "thread" x where x.listing_id = l.id and x."renter_id" = '01897a1a-7d14-7144-8035-92e073ac0000'))) then (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths',
"p".widths, 'thumbhash', left("p".thumbhash, 4)) from photo p
  where p.listing_id = l.id order by p.position limit 1) end as photo,
  array(select t.period::text from (select case when r.status = 'Active' and upper(r.period) <= '2026-11-25'::date
  then daterange(lower(r.period), '2026-11-25'::date + 1) else r.period end as period from rental r where r.listing_id = l.id and r.status in ('Pending', 'Approved', 'Active')
union all select b.period from blocked_period b where b.listing_id = l.id and (b.reason is null or b.held_until > '2026-11-25T00:25:16.687Z'
and (b.reason <> 'offer' or b.held_for <> '01897a1a-7d14-7144-8035-92e073ac0000'::uuid)
)) t
where upper(t.period) > '2026-11-25'::date order by t.period) as taken_periods,
  (select x.number from rental r join "order" x on x.id = r.order_id where r.listing_id = l.id
    and r.renter_id = k.renter_id and r.status = 'Pending' and x.status = 'awaiting_payment'
      limit 1) as unpaid_order,
  jsonb_build_object('byMe', exists (select from person_block b where b.blocker_id = k.renter_id
and b.blocked_id = l.owner_id),
'byThem', exists (select from person_block b where b.blocker_id = l.owner_id and b.blocked_id = k.renter_id)) as blocks
from cart_line k join listing l on l.id = k.listing_id join account o on o.id = l.owner_id
where k.renter_id = '01897a1a-7d14-7144-8035-92e073ac0000' order by k.added_at, k.listing_id;

-- Sort (actual time=0.493..0.496 rows=14 loops=1)
--   Sort Key: k.added_at, k.listing_id
--   Sort Method: quicksort  Memory: 31kB
--   Buffers: shared hit=245
--   ->  Nested Loop (actual time=0.088..0.482 rows=14 loops=1)
--         Buffers: shared hit=245
--         ->  Nested Loop (actual time=0.014..0.070 rows=14 loops=1)
--               Buffers: shared hit=45
--               ->  Index Scan using cart_line_pkey on cart_line k (actual time=0.007..0.010 rows=14 loops=1)
--                     Index Cond: (renter_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid)
--                     Buffers: shared hit=3
--               ->  Index Scan using listing_pkey on listing l (actual time=0.004..0.004 rows=1 loops=14)
--                     Index Cond: (id = k.listing_id)
--                     Buffers: shared hit=42
--         ->  Index Scan using account_pkey on account o (actual time=0.002..0.002 rows=1 loops=14)
--               Index Cond: (id = l.owner_id)
--               Buffers: shared hit=42
--         SubPlan 2
--           ->  Index Scan using rental_renter_idx on rental x (actual time=0.006..0.018 rows=14 loops=1)
--                 Index Cond: (renter_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid)
--                 Buffers: shared hit=16
--         SubPlan 4
--           ->  Index Only Scan using favorite_newest_idx on favorite x_1 (never executed)
--                 Index Cond: (account_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid)
--                 Heap Fetches: 0
--         SubPlan 6
--           ->  Index Only Scan using cart_line_pkey on cart_line x_2 (never executed)
--                 Index Cond: (renter_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid)
--                 Heap Fetches: 0
--         SubPlan 8
--           ->  Bitmap Heap Scan on thread x_3 (never executed)
--                 Recheck Cond: (renter_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid)
--                 ->  Bitmap Index Scan on thread_renter_idx (never executed)
--                       Index Cond: (renter_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid)
--         SubPlan 9
--           ->  Limit (actual time=0.006..0.006 rows=1 loops=14)
--                 Buffers: shared hit=42
--                 ->  Index Scan using photo_listing_idx on photo p (actual time=0.006..0.006 rows=1 loops=14)
--                       Index Cond: (listing_id = l.id)
--                       Buffers: shared hit=42
--         SubPlan 10
--           ->  Sort (actual time=0.012..0.012 rows=1 loops=14)
--                 Sort Key: (CASE WHEN ((r.status = 'Active'::text) AND (upper(r.period) <= '2026-11-25'::date)) THEN daterange(lower(r.period), '2026-11-26'::date) ELSE r.period END)
--                 Sort Method: quicksort  Memory: 25kB
--                 Buffers: shared hit=65
--                 ->  Result (actual time=0.008..0.011 rows=1 loops=14)
--                       Buffers: shared hit=65
--                       ->  Append (actual time=0.008..0.010 rows=1 loops=14)
--                             Buffers: shared hit=65
--                             ->  Index Scan using rental_no_overlap on rental r (actual time=0.006..0.006 rows=1 loops=14)
--                                   Index Cond: (listing_id = l.id)
--                                   Filter: (upper(CASE WHEN ((status = 'Active'::text) AND (upper(period) <= '2026-11-25'::date)) THEN daterange(lower(period), '2026-11-26'::date) ELSE period END) > '2026-11-25'::date)
--                                   Buffers: shared hit=35
--                             ->  Index Scan using blocked_period_no_overlap on blocked_period b (actual time=0.003..0.003 rows=0 loops=14)
--                                   Index Cond: (listing_id = l.id)
--                                   Filter: ((upper(period) > '2026-11-25'::date) AND ((reason IS NULL) OR ((held_until > '2026-11-25 00:25:16.687+00'::timestamp with time zone) AND ((reason <> 'offer'::text) OR (held_for <> '01897a1a-7d14-7144-8035-92e073ac0000'::uuid)))))
--                                   Buffers: shared hit=30
--         SubPlan 11
--           ->  Limit (actual time=0.005..0.005 rows=0 loops=14)
--                 Buffers: shared hit=35
--                 ->  Nested Loop (actual time=0.004..0.004 rows=0 loops=14)
--                       Join Filter: (r_1.order_id = x_4.id)
--                       Buffers: shared hit=35
--                       ->  Index Scan using rental_no_overlap on rental r_1 (actual time=0.004..0.004 rows=0 loops=14)
--                             Index Cond: (listing_id = l.id)
--                             Filter: ((renter_id = k.renter_id) AND (status = 'Pending'::text))
--                             Rows Removed by Filter: 1
--                             Buffers: shared hit=35
--                       ->  Index Scan using order_held_idx on "order" x_4 (never executed)
--         SubPlan 12
--           ->  Seq Scan on person_block b_1 (actual time=0.000..0.000 rows=0 loops=14)
--                 Filter: ((blocker_id = k.renter_id) AND (blocked_id = l.owner_id))
--         SubPlan 14
--           ->  Seq Scan on person_block b_2 (actual time=0.000..0.000 rows=0 loops=14)
--                 Filter: ((blocker_id = l.owner_id) AND (blocked_id = k.renter_id))
-- Planning:
--   Buffers: shared hit=71
-- Planning Time: 0.774 ms
-- Execution Time: 0.563 ms
