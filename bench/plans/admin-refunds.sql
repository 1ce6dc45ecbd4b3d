-- admin refunds, of 20,000 listings

select f.id, o.number as order_number, r.title, a.first_name || ' ' || a.last_name as renter_name,
  case when a.deleted_at is null then a.email end as renter_email, f.centavos, f.reason, f.status,
  p.channel, f.payment_id,
  p.paid_at, f.provider_id, f.note, f.created_at, f.done_at, f.proof, f.paid_on,
  w.first_name || ' ' || w.last_name as paid_out_by_name, exists (select from proposal q
  where q.about = 'refund ' || f.id and q.decision is null) as waits, ((case when f.status = 'manual' then extract(epoch from f.created_at)::bigint else 100000000000 - extract(epoch from f.created_at)::bigint end))::text as table_key,
  (f.id)::text as table_id,
  (select count(*)::int from (select 1 from refund f join "order" o on o.id = f.order_id join account a on a.id = o.renter_id
  join payment p on p.id = f.payment_id left join rental r on r.id = f.rental_id left
join account w on w.id = f.paid_out_by where true
  limit 1001) counted) as table_total
from refund f join "order" o on o.id = f.order_id join account a on a.id = o.renter_id
  join payment p on p.id = f.payment_id left join rental r on r.id = f.rental_id left
join account w on w.id = f.paid_out_by where true
order by (case when f.status = 'manual' then extract(epoch from f.created_at)::bigint else 100000000000 - extract(epoch from f.created_at)::bigint end) asc, f.id asc limit 26;

-- Limit (actual time=0.006..0.007 rows=0 loops=1)
--   InitPlan 3 (returns $4)
--     ->  Aggregate (never executed)
--           ->  Limit (never executed)
--                 ->  Nested Loop (never executed)
--                       Join Filter: (f_1.payment_id = p_1.id)
--                       ->  Nested Loop (never executed)
--                             ->  Nested Loop (never executed)
--                                   ->  Seq Scan on refund f_1 (never executed)
--                                   ->  Index Scan using order_pkey on "order" o_1 (never executed)
--                                         Index Cond: (id = f_1.order_id)
--                             ->  Index Only Scan using account_pkey on account a_1 (never executed)
--                                   Index Cond: (id = o_1.renter_id)
--                                   Heap Fetches: 0
--                       ->  Seq Scan on payment p_1 (never executed)
--   ->  Sort (actual time=0.005..0.005 rows=0 loops=1)
--         Sort Key: (CASE WHEN (f.status = 'manual'::text) THEN (EXTRACT(epoch FROM f.created_at))::bigint ELSE ('100000000000'::bigint - (EXTRACT(epoch FROM f.created_at))::bigint) END), f.id
--         Sort Method: quicksort  Memory: 25kB
--         ->  Nested Loop Left Join (actual time=0.002..0.003 rows=0 loops=1)
--               ->  Nested Loop Left Join (actual time=0.002..0.002 rows=0 loops=1)
--                     ->  Nested Loop (actual time=0.002..0.002 rows=0 loops=1)
--                           Join Filter: (f.payment_id = p.id)
--                           ->  Nested Loop (actual time=0.002..0.002 rows=0 loops=1)
--                                 ->  Nested Loop (actual time=0.002..0.002 rows=0 loops=1)
--                                       ->  Seq Scan on refund f (actual time=0.002..0.002 rows=0 loops=1)
--                                       ->  Index Scan using order_pkey on "order" o (never executed)
--                                             Index Cond: (id = f.order_id)
--                                 ->  Index Scan using account_pkey on account a (never executed)
--                                       Index Cond: (id = o.renter_id)
--                           ->  Seq Scan on payment p (never executed)
--                     ->  Index Scan using rental_pkey on rental r (never executed)
--                           Index Cond: (id = f.rental_id)
--               ->  Index Scan using account_pkey on account w (never executed)
--                     Index Cond: (id = f.paid_out_by)
--               SubPlan 1
--                 ->  Seq Scan on proposal q (never executed)
--                       Filter: ((decision IS NULL) AND (about = ('refund '::text || (f.id)::text)))
-- Planning:
--   Buffers: shared hit=76
-- Planning Time: 0.967 ms
-- Execution Time: 0.057 ms
