-- tracker of a renter, of 20,000 listings

with page as (
  select s.section, r.id from (values ('pending'::text, array['Pending']::text[]), ('approved'::text, array['Approved']::text[]), ('active'::text, array['Active']::text[]), ('completed'::text, array['Completed']::text[]), ('rejected'::text, array['Rejected', 'Cancelled']::text[])) s (section, statuses) cross join lateral (
    select r.id from rental r join "order" o on o.id = r.order_id
    where "r"."renter_id" = '01897a1a-7d14-7144-8035-92e073ac0000' and r.status = any(s.statuses) and o.status <> 'awaiting_payment'
    order by r.created_at desc, r.id desc limit 21) r
  union all select 'unpaid', r.id from "order" o join rental r on r.order_id = o.id
    where o.renter_id = '01897a1a-7d14-7144-8035-92e073ac0000' and o.status = 'awaiting_payment' and true
  union all select null, r.id from rental r where r.id = null::uuid and "r"."renter_id" = '01897a1a-7d14-7144-8035-92e073ac0000')
select page.section, to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at_text,
  r.id, o.number as order_number, r.listing_id, l.is_public as listing_is_public,
  l.archived_at as listing_archived_at, r.title, r.renter_id, r.owner_id,
  case when "w".id = '01897a1a-7d14-7144-8035-92e073ac0000' or false or exists (select from rental shared where shared.approved_at is not null
and (shared.renter_id = '01897a1a-7d14-7144-8035-92e073ac0000' and shared.owner_id = "w".id
  or shared.renter_id = "w".id and shared.owner_id = '01897a1a-7d14-7144-8035-92e073ac0000')
and (shared.status = any(array['Pending', 'Approved', 'Active'])
  or shared.status_changed_at > '2026-11-25T00:25:16.687Z'::timestamptz - make_interval(days => 30))) then "w".first_name || ' ' || "w".last_name
else "w".public_name end as partner_name, r.duration_days, r.delivery_option, r.period::text as period,
  r.earliest_start::text as earliest_start, r.status, r.status_changed_at, r.answer_by,
  exists (select from rental x
  where x.listing_id = "r".listing_id and x.status = 'Active' and x.id <> "r".id) as is_out, r.cancellation_policy,
  o.status as order_status, o.payment_method, o.holds_until, r.handed_over_at, r.handover_proof,
  r.handover_objected_at, r.returned_at, r.return_proof, r.return_objected_at, r.brought_back_at,
  r.brought_back_objected_at,
  (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths',
"p".widths, 'thumbhash', left("p".thumbhash, 4)) from photo p where p.id = r.photo_id) as photo, (select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'centavos', m.centavos,
  'returns', m.returns) order by m.id), '[]') from money_line m where m.rental_id = r.id) as lines,
  (select coalesce(jsonb_agg(jsonb_build_object('rentalId', f.rental_id, 'centavos', f.centavos,
'reason', f.reason,
  'status', f.status, 'channel', p.channel, 'doneAt', f.done_at) order by f.created_at, f.id), '[]')
from refund f join payment p on p.id = f.payment_id where f.rental_id = r.id or (f.order_id = o.id and f.rental_id is null
and o.status <> 'confirmed')) as refunds,
  (select jsonb_build_object('id', c.id, 'from', c.from_period::text, 'to', c.to_period::text, 'state', c.state,
'answerBy', c.answer_by, 'orderNumber', s.number, 'holdsUntil', s.holds_until) from rental_change c
left join "order" s on s.id = c.order_id
where c.rental_id = r.id and c.state in ('asked', 'paying')) as change,
  (select jsonb_build_object('centavos', c.centavos, 'grantedCentavos', c.granted_centavos) from deposit_claim c
where c.rental_id = r.id) as claim,
  coalesce((select f.deposit_centavos from late_fee f where f.rental_id = r.id), 0)::bigint as late_centavos, r.price_per_day_centavos, (select jsonb_build_object(
  'waived', case when f.waived_all then to_jsonb('all'::text) else to_jsonb(f.waived_centavos) end,
  'fixed', case when f.fixed_at is not null then jsonb_build_object('days', f.days, 'centavos', f.fee_centavos,
'depositCentavos', f.deposit_centavos, 'at', f.fixed_at, 'dueAt', f.due_at, 'objectedAt', f.objected_at,
'settledAt', f.settled_at, 'isLost', "r".returned_at is null,
'isRestSettled', exists (select from debt d where d.id = f.rental_id and d.settled_at is not null)) end)
  from late_fee f where f.rental_id = "r".id) as late_fee,
  coalesce((
  select jsonb_object_agg(n.said_by, n.said_at) from no_show n where n.rental_id = "r".id), '{}') as no_show, (select max(upper(x.period))::text
  from rental x where x.listing_id = "r".listing_id and x.status = 'Active' and x.id <> "r".id) as out_end,
  exists (select from rental x
  join listing y on y.id = x.listing_id
  where x.listing_id = "r".listing_id and x.id <> "r".id and x.status = 'Completed'
and x.handed_over_at is not null and x.returned_at is null
and y.paused_at <= x.status_changed_at + interval '1 minute') as is_gone,
  case when r.status = 'Cancelled' then (select e.action from event e where e.subject = 'rental'
and e.subject_id = r.id::text order by e.id desc limit 1) end as cancelled_by,
  (select c.name from category c where c.id = l.category_id) as category,
  (select jsonb_build_object('isOpen', d.closed_at is null, 'dueAt', d.due_at, 'granted',
  (select x.owner_centavos from dispute_decision x where x.dispute_id = d.id and d.appealed_at is null))
from dispute d where d.rental_id = r.id order by d.opened_at desc limit 1) as dispute
from page join rental r on r.id = page.id join "order" o on o.id = r.order_id join listing l on l.id = r.listing_id
  join account w on w.id = "r"."owner_id"
order by r.created_at desc, r.id desc;

-- Sort (actual time=1.164..1.171 rows=14 loops=1)
--   Sort Key: r.created_at DESC, r.id DESC
--   Sort Method: quicksort  Memory: 36kB
--   Buffers: shared hit=578
--   ->  Nested Loop (actual time=0.156..1.095 rows=14 loops=1)
--         Buffers: shared hit=578
--         ->  Nested Loop (actual time=0.049..0.250 rows=14 loops=1)
--               Buffers: shared hit=249
--               ->  Nested Loop (actual time=0.043..0.186 rows=14 loops=1)
--                     Buffers: shared hit=207
--                     ->  Nested Loop (actual time=0.041..0.166 rows=14 loops=1)
--                           Buffers: shared hit=165
--                           ->  Append (actual time=0.036..0.121 rows=14 loops=1)
--                                 Buffers: shared hit=123
--                                 ->  Nested Loop (actual time=0.036..0.116 rows=14 loops=1)
--                                       Buffers: shared hit=122
--                                       ->  Values Scan on "*VALUES*" (actual time=0.001..0.003 rows=5 loops=1)
--                                       ->  Limit (actual time=0.010..0.022 rows=3 loops=5)
--                                             Buffers: shared hit=122
--                                             ->  Nested Loop (actual time=0.010..0.021 rows=3 loops=5)
--                                                   Buffers: shared hit=122
--                                                   ->  Index Scan using rental_renter_idx on rental r_1 (actual time=0.007..0.010 rows=3 loops=5)
--                                                         Index Cond: (renter_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid)
--                                                         Filter: (status = ANY ("*VALUES*".column2))
--                                                         Rows Removed by Filter: 11
--                                                         Buffers: shared hit=80
--                                                   ->  Index Scan using order_pkey on "order" o_1 (actual time=0.004..0.004 rows=1 loops=14)
--                                                         Index Cond: (id = r_1.order_id)
--                                                         Filter: (status <> 'awaiting_payment'::text)
--                                                         Buffers: shared hit=42
--                                 ->  Nested Loop (actual time=0.002..0.002 rows=0 loops=1)
--                                       Buffers: shared hit=1
--                                       ->  Index Scan using order_held_idx on "order" o_2 (actual time=0.002..0.002 rows=0 loops=1)
--                                             Filter: (renter_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid)
--                                             Buffers: shared hit=1
--                                       ->  Index Scan using rental_order_idx on rental r_2 (never executed)
--                                             Index Cond: (order_id = o_2.id)
--                           ->  Index Scan using rental_pkey on rental r (actual time=0.003..0.003 rows=1 loops=14)
--                                 Index Cond: (id = r_1.id)
--                                 Buffers: shared hit=42
--                     ->  Index Scan using order_pkey on "order" o (actual time=0.001..0.001 rows=1 loops=14)
--                           Index Cond: (id = r.order_id)
--                           Buffers: shared hit=42
--               ->  Index Scan using listing_pkey on listing l (actual time=0.004..0.004 rows=1 loops=14)
--                     Index Cond: (id = r.listing_id)
--                     Buffers: shared hit=42
--         ->  Index Scan using account_pkey on account w (actual time=0.003..0.003 rows=1 loops=14)
--               Index Cond: (id = r.owner_id)
--               Buffers: shared hit=42
--         SubPlan 1
--           ->  Bitmap Heap Scan on rental shared (actual time=0.004..0.004 rows=0 loops=14)
--                 Recheck Cond: (((renter_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid) AND (owner_id = w.id) AND (approved_at IS NOT NULL)) OR ((renter_id = w.id) AND (owner_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid) AND (approved_at IS NOT NULL)))
--                 Filter: ((status = ANY ('{Pending,Approved,Active}'::text[])) OR (status_changed_at > ('2026-11-25 00:25:16.687+00'::timestamp with time zone - '30 days'::interval)))
--                 Rows Removed by Filter: 0
--                 Heap Blocks: exact=11
--                 Buffers: shared hit=67
--                 ->  BitmapOr (actual time=0.004..0.004 rows=0 loops=14)
--                       Buffers: shared hit=56
--                       ->  Bitmap Index Scan on rental_pair_idx (actual time=0.001..0.001 rows=1 loops=14)
--                             Index Cond: ((renter_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid) AND (owner_id = w.id))
--                             Buffers: shared hit=28
--                       ->  Bitmap Index Scan on rental_pair_idx (actual time=0.002..0.002 rows=0 loops=14)
--                             Index Cond: ((renter_id = w.id) AND (owner_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid))
--                             Buffers: shared hit=28
--         SubPlan 2
--           ->  Index Scan using rental_no_overlap on rental x (actual time=0.006..0.006 rows=0 loops=14)
--                 Index Cond: (listing_id = r.listing_id)
--                 Filter: ((id <> r.id) AND (status = 'Active'::text))
--                 Rows Removed by Filter: 1
--                 Buffers: shared hit=35
--         SubPlan 3
--           ->  Index Scan using photo_pkey on photo p (actual time=0.007..0.007 rows=1 loops=14)
--                 Index Cond: (id = r.photo_id)
--                 Buffers: shared hit=42
--         SubPlan 4
--           ->  Aggregate (actual time=0.012..0.012 rows=1 loops=14)
--                 Buffers: shared hit=42
--                 ->  Index Scan using money_line_rental_idx on money_line m (actual time=0.004..0.004 rows=4 loops=14)
--                       Index Cond: (rental_id = r.id)
--                       Buffers: shared hit=42
--         SubPlan 5
--           ->  Aggregate (actual time=0.001..0.001 rows=1 loops=14)
--                 ->  Nested Loop (actual time=0.001..0.001 rows=0 loops=14)
--                       Join Filter: (f.payment_id = p_1.id)
--                       ->  Seq Scan on refund f (actual time=0.000..0.000 rows=0 loops=14)
--                             Filter: ((rental_id = r.id) OR ((order_id = o.id) AND (rental_id IS NULL) AND (o.status <> 'confirmed'::text)))
--                       ->  Seq Scan on payment p_1 (never executed)
--         SubPlan 6
--           ->  Nested Loop Left Join (actual time=0.000..0.000 rows=0 loops=14)
--                 ->  Seq Scan on rental_change c (actual time=0.000..0.000 rows=0 loops=14)
--                       Filter: ((state = ANY ('{asked,paying}'::text[])) AND (rental_id = r.id))
--                 ->  Index Scan using order_pkey on "order" s (never executed)
--                       Index Cond: (id = c.order_id)
--         SubPlan 7
--           ->  Seq Scan on deposit_claim c_1 (actual time=0.000..0.000 rows=0 loops=14)
--                 Filter: (rental_id = r.id)
--         SubPlan 8
--           ->  Seq Scan on late_fee f_1 (actual time=0.000..0.000 rows=0 loops=14)
--                 Filter: (rental_id = r.id)
--         SubPlan 11
--           ->  Seq Scan on late_fee f_2 (actual time=0.000..0.000 rows=0 loops=14)
--                 Filter: (rental_id = r.id)
--                 SubPlan 9
--                   ->  Seq Scan on debt d (never executed)
--                         Filter: ((settled_at IS NOT NULL) AND (id = f_2.rental_id))
--         SubPlan 12
--           ->  Aggregate (actual time=0.000..0.001 rows=1 loops=14)
--                 ->  Seq Scan on no_show n (actual time=0.000..0.000 rows=0 loops=14)
--                       Filter: (rental_id = r.id)
--         SubPlan 13
--           ->  Aggregate (actual time=0.005..0.005 rows=1 loops=14)
--                 Buffers: shared hit=35
--                 ->  Index Scan using rental_no_overlap on rental x_1 (actual time=0.005..0.005 rows=0 loops=14)
--                       Index Cond: (listing_id = r.listing_id)
--                       Filter: ((id <> r.id) AND (status = 'Active'::text))
--                       Rows Removed by Filter: 1
--                       Buffers: shared hit=35
--         SubPlan 14
--           ->  Nested Loop (actual time=0.004..0.004 rows=0 loops=14)
--                 Join Filter: (y.paused_at <= (x_2.status_changed_at + '00:01:00'::interval))
--                 Buffers: shared hit=44
--                 ->  Index Scan using rental_listing_idx on rental x_2 (actual time=0.004..0.004 rows=0 loops=14)
--                       Index Cond: (listing_id = r.listing_id)
--                       Filter: ((handed_over_at IS NOT NULL) AND (returned_at IS NULL) AND (id <> r.id) AND (status = 'Completed'::text))
--                       Rows Removed by Filter: 7
--                       Buffers: shared hit=44
--                 ->  Index Scan using listing_pkey on listing y (never executed)
--                       Index Cond: (id = r.listing_id)
--         SubPlan 15
--           ->  Limit (actual time=0.043..0.043 rows=1 loops=2)
--                 Buffers: shared hit=8
--                 ->  Index Scan Backward using event_subject_idx on event e (actual time=0.042..0.042 rows=1 loops=2)
--                       Index Cond: ((subject = 'rental'::text) AND (subject_id = (r.id)::text))
--                       Buffers: shared hit=8
--         SubPlan 16
--           ->  Seq Scan on category c_2 (actual time=0.001..0.001 rows=1 loops=14)
--                 Filter: (id = l.category_id)
--                 Rows Removed by Filter: 11
--                 Buffers: shared hit=14
--         SubPlan 18
--           ->  Limit (actual time=0.001..0.001 rows=0 loops=14)
--                 ->  Sort (actual time=0.001..0.001 rows=0 loops=14)
--                       Sort Key: d_1.opened_at DESC
--                       Sort Method: quicksort  Memory: 25kB
--                       ->  Seq Scan on dispute d_1 (actual time=0.000..0.000 rows=0 loops=14)
--                             Filter: (rental_id = r.id)
--                             SubPlan 17
--                               ->  Result (never executed)
--                                     One-Time Filter: (d_1.appealed_at IS NULL)
--                                     ->  Seq Scan on dispute_decision x_3 (never executed)
--                                           Filter: (dispute_id = d_1.id)
-- Planning:
--   Buffers: shared hit=131
-- Planning Time: 1.756 ms
-- Execution Time: 1.310 ms
