-- admin claims, of 20,000 listings

select c.id, c.rental_id, c.kind, r.title, o.number as order_number, "w".first_name || ' ' || "w".last_name as owner_name,
"a".first_name || ' ' || "a".last_name as renter_name, coalesce(c.owner_asked, 0) as centavos,
coalesce(c.renter_asked, 0) as renter_centavos,
(select coalesce(sum(m.centavos), 0)::int from money_line m where m.rental_id = r.id
and m.kind = 'deposit') as deposit_centavos,
s.text as reason, c.opened_at as created_at, c.answered_at is not null as answered, c.due_at,
c.appealed_at is not null as appealed, c.closed_at is not null as closed,
case when c.closed_at is null and (x.decided_at is null or c.appealed_at is not null and x.round = 1) then null else coalesce(x.owner_centavos, c.deposit_moved) end as granted_centavos,
coalesce(x.decided_at, c.closed_at) as decided_at, "d".first_name || ' ' || "d".last_name as decided_by_name, to_char(c.opened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as table_key,
  (c.id)::text as table_id,
  (select count(*)::int from (select 1 from dispute c join rental r on r.id = c.rental_id join "order" o on o.id = r.order_id
join account w on w.id = r.owner_id join account a on a.id = r.renter_id
left join lateral (select text from dispute_statement y where y.dispute_id = c.id order by y.id limit 1) s on true
left join lateral (select * from dispute_decision y where y.dispute_id = c.id
  order by y.round desc limit 1) x on true
left join account d on d.id = x.decided_by where true
  limit 1001) counted) as table_total
from dispute c join rental r on r.id = c.rental_id join "order" o on o.id = r.order_id
join account w on w.id = r.owner_id join account a on a.id = r.renter_id
left join lateral (select text from dispute_statement y where y.dispute_id = c.id order by y.id limit 1) s on true
left join lateral (select * from dispute_decision y where y.dispute_id = c.id
  order by y.round desc limit 1) x on true
left join account d on d.id = x.decided_by where true
order by c.opened_at desc, c.id desc limit 26;

-- Limit (actual time=0.008..0.010 rows=0 loops=1)
--   InitPlan 2 (returns $7)
--     ->  Aggregate (never executed)
--           ->  Limit (never executed)
--                 ->  Nested Loop Left Join (never executed)
--                       ->  Nested Loop Left Join (never executed)
--                             ->  Nested Loop (never executed)
--                                   ->  Nested Loop (never executed)
--                                         ->  Nested Loop (never executed)
--                                               ->  Nested Loop (never executed)
--                                                     ->  Seq Scan on dispute c_1 (never executed)
--                                                     ->  Index Scan using rental_pkey on rental r_1 (never executed)
--                                                           Index Cond: (id = c_1.rental_id)
--                                               ->  Index Only Scan using order_pkey on "order" o_1 (never executed)
--                                                     Index Cond: (id = r_1.order_id)
--                                                     Heap Fetches: 0
--                                         ->  Index Only Scan using account_pkey on account w_1 (never executed)
--                                               Index Cond: (id = r_1.owner_id)
--                                               Heap Fetches: 0
--                                   ->  Index Only Scan using account_pkey on account a_1 (never executed)
--                                         Index Cond: (id = r_1.renter_id)
--                                         Heap Fetches: 0
--                             ->  Limit (never executed)
--                                   ->  Sort (never executed)
--                                         Sort Key: y_2.id
--                                         ->  Seq Scan on dispute_statement y_2 (never executed)
--                                               Filter: (dispute_id = c_1.id)
--                       ->  Limit (never executed)
--                             ->  Sort (never executed)
--                                   Sort Key: y_3.round DESC
--                                   ->  Seq Scan on dispute_decision y_3 (never executed)
--                                         Filter: (dispute_id = c_1.id)
--   ->  Result (actual time=0.008..0.009 rows=0 loops=1)
--         ->  Sort (actual time=0.008..0.009 rows=0 loops=1)
--               Sort Key: c.opened_at DESC, c.id DESC
--               Sort Method: quicksort  Memory: 25kB
--               ->  Nested Loop Left Join (actual time=0.003..0.004 rows=0 loops=1)
--                     ->  Nested Loop Left Join (actual time=0.003..0.004 rows=0 loops=1)
--                           ->  Nested Loop Left Join (actual time=0.003..0.003 rows=0 loops=1)
--                                 ->  Nested Loop (actual time=0.003..0.003 rows=0 loops=1)
--                                       ->  Nested Loop (actual time=0.003..0.003 rows=0 loops=1)
--                                             ->  Nested Loop (actual time=0.003..0.003 rows=0 loops=1)
--                                                   ->  Nested Loop (actual time=0.003..0.003 rows=0 loops=1)
--                                                         ->  Seq Scan on dispute c (actual time=0.002..0.003 rows=0 loops=1)
--                                                         ->  Index Scan using rental_pkey on rental r (never executed)
--                                                               Index Cond: (id = c.rental_id)
--                                                   ->  Index Scan using order_pkey on "order" o (never executed)
--                                                         Index Cond: (id = r.order_id)
--                                             ->  Index Scan using account_pkey on account w (never executed)
--                                                   Index Cond: (id = r.owner_id)
--                                       ->  Index Scan using account_pkey on account a (never executed)
--                                             Index Cond: (id = r.renter_id)
--                                 ->  Limit (never executed)
--                                       ->  Sort (never executed)
--                                             Sort Key: y.id
--                                             ->  Seq Scan on dispute_statement y (never executed)
--                                                   Filter: (dispute_id = c.id)
--                           ->  Limit (never executed)
--                                 ->  Sort (never executed)
--                                       Sort Key: y_1.round DESC
--                                       ->  Seq Scan on dispute_decision y_1 (never executed)
--                                             Filter: (dispute_id = c.id)
--                     ->  Index Scan using account_pkey on account d (never executed)
--                           Index Cond: (id = y_1.decided_by)
--         SubPlan 1
--           ->  Aggregate (never executed)
--                 ->  Index Scan using money_line_rental_idx on money_line m (never executed)
--                       Index Cond: (rental_id = r.id)
--                       Filter: (kind = 'deposit'::text)
-- Planning:
--   Buffers: shared hit=121
-- Planning Time: 1.495 ms
-- Execution Time: 0.097 ms
