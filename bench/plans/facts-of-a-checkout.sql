-- facts of a checkout, of 20,000 listings

select (select number from "order"
    where renter_id = '01897a1a-7d14-7144-8035-92e073ac0000' and idempotency_key = '019b12df-fe4d-7426-bcd0-91f3e15f0000') as earlier,
  (select body from agreement_template order by version desc limit 1) as template,
  coalesce((select jsonb_object_agg(p.owner_id, p.n) from (select r.owner_id, count(*)::int as n
    from rental r join "order" o on o.id = r.order_id
    where r.renter_id = '01897a1a-7d14-7144-8035-92e073ac0000' and r.status = 'Pending' and o.payment_method = 'cash_on_delivery'
    group by r.owner_id) p), '{}') as pending,
  array(select n.agreed_at from rental r join "order" o on o.id = r.order_id
    join no_show n on n.rental_id = r.id and n.said_by = 'owner' and n.agreed_at is not null
    where r.renter_id = '01897a1a-7d14-7144-8035-92e073ac0000' and r.status = 'Cancelled'
      and o.payment_method = 'cash_on_delivery') as no_shows,
  (select count(*)::int from "order"
    where renter_id = '01897a1a-7d14-7144-8035-92e073ac0000' and status = 'awaiting_payment') as unpaid,
  exists (select from waitlist_entry where account_id = '01897a1a-7d14-7144-8035-92e073ac0000'
    and state in ('waiting', 'offered')) as is_waiting;

-- Result (actual time=0.032..0.034 rows=1 loops=1)
--   Buffers: shared hit=18
--   InitPlan 1 (returns $0)
--     ->  Index Scan using order_renter_id_idempotency_key_key on "order" (actual time=0.004..0.004 rows=0 loops=1)
--           Index Cond: ((renter_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid) AND (idempotency_key = '019b12df-fe4d-7426-bcd0-91f3e15f0000'::uuid))
--           Buffers: shared hit=2
--   InitPlan 2 (returns $1)
--     ->  Limit (actual time=0.005..0.005 rows=1 loops=1)
--           Buffers: shared hit=1
--           ->  Sort (actual time=0.005..0.005 rows=1 loops=1)
--                 Sort Key: agreement_template.version DESC
--                 Sort Method: quicksort  Memory: 27kB
--                 Buffers: shared hit=1
--                 ->  Seq Scan on agreement_template (actual time=0.002..0.002 rows=1 loops=1)
--                       Buffers: shared hit=1
--   InitPlan 3 (returns $3)
--     ->  Aggregate (actual time=0.007..0.007 rows=1 loops=1)
--           Buffers: shared hit=3
--           ->  GroupAggregate (actual time=0.006..0.006 rows=0 loops=1)
--                 Group Key: r.owner_id
--                 Buffers: shared hit=3
--                 ->  Sort (actual time=0.006..0.006 rows=0 loops=1)
--                       Sort Key: r.owner_id
--                       Sort Method: quicksort  Memory: 25kB
--                       Buffers: shared hit=3
--                       ->  Nested Loop (actual time=0.004..0.005 rows=0 loops=1)
--                             Buffers: shared hit=3
--                             ->  Index Scan using rental_renter_status_idx on rental r (actual time=0.004..0.004 rows=0 loops=1)
--                                   Index Cond: ((renter_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid) AND (status = 'Pending'::text))
--                                   Buffers: shared hit=3
--                             ->  Index Scan using order_pkey on "order" o (never executed)
--                                   Index Cond: (id = r.order_id)
--                                   Filter: (payment_method = 'cash_on_delivery'::text)
--   InitPlan 4 (returns $5)
--     ->  Nested Loop (actual time=0.012..0.012 rows=0 loops=1)
--           Join Filter: (r_1.id = n.rental_id)
--           Buffers: shared hit=11
--           ->  Nested Loop (actual time=0.007..0.010 rows=2 loops=1)
--                 Buffers: shared hit=11
--                 ->  Index Scan using rental_renter_status_idx on rental r_1 (actual time=0.002..0.003 rows=2 loops=1)
--                       Index Cond: ((renter_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid) AND (status = 'Cancelled'::text))
--                       Buffers: shared hit=5
--                 ->  Index Scan using order_pkey on "order" o_1 (actual time=0.003..0.003 rows=1 loops=2)
--                       Index Cond: (id = r_1.order_id)
--                       Filter: (payment_method = 'cash_on_delivery'::text)
--                       Buffers: shared hit=6
--           ->  Seq Scan on no_show n (actual time=0.000..0.000 rows=0 loops=2)
--                 Filter: ((agreed_at IS NOT NULL) AND (said_by = 'owner'::text))
--   InitPlan 5 (returns $6)
--     ->  Aggregate (actual time=0.001..0.001 rows=1 loops=1)
--           Buffers: shared hit=1
--           ->  Index Scan using order_held_idx on "order" order_1 (actual time=0.001..0.001 rows=0 loops=1)
--                 Filter: (renter_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid)
--                 Buffers: shared hit=1
--   InitPlan 6 (returns $7)
--     ->  Seq Scan on waitlist_entry (actual time=0.000..0.000 rows=0 loops=1)
--           Filter: ((state = ANY ('{waiting,offered}'::text[])) AND (account_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid))
-- Planning:
--   Buffers: shared hit=42
-- Planning Time: 0.427 ms
-- Execution Time: 0.064 ms
