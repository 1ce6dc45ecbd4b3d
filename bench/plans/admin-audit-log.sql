-- admin audit log, of 20,000 listings

select e.id, e.at, a.first_name || ' ' || a.last_name as actor_name, case when a.deleted_at is null
then a.email end as actor_email, e.actor_role, e.network, e.action, e.subject, e.subject_id,
case e.subject
  when 'listing' then (select l.title from listing l where l.id = e.subject_id::uuid)
  when 'account' then (select s.first_name || ' ' || s.last_name from account s where s.id = e.subject_id::uuid)
  when 'order' then (select o.number from "order" o where o.id = e.subject_id::uuid)
  when 'rental' then (select r.title from rental r where r.id = e.subject_id::uuid)
  when 'deposit-claim' then (select r.title from rental r where r.id = e.subject_id::uuid)
  when 'review' then (select l.title from review v join listing l on l.id = v.listing_id
  where v.id = e.subject_id::uuid)
  when 'contact-message' then (select m.subject from contact_message m where m.id = e.subject_id::uuid)
  when 'report' then (select s.first_name || ' ' || s.last_name from report p
  join account s on s.id = p.reported_id where p.id = e.subject_id::uuid)
  when 'refund' then (select o.number from refund f join "order" o on o.id = f.order_id
  where f.id = e.subject_id::uuid)
  when 'payout' then (select y.reference from payout y where y.id = e.subject_id::uuid)
  when 'proposal' then (select w.first_name || ' ' || w.last_name from proposal p
  join account w on w.id = p.proposed_by where p.id = e.subject_id::uuid)
  when 'reconciliation' then (select n.day::text from reconciliation n where n.id = e.subject_id::uuid)
  when 'category' then (select c.name from category c where c.id = e.subject_id::int) end as subject_name, case e.subject
  when 'listing' then (select l.id::text from listing l where l.id = e.subject_id::uuid and l.archived_at is null)
  when 'account' then (select s.email from account s where s.id = e.subject_id::uuid and s.deleted_at is null)
  when 'order' then (select o.number from "order" o where o.id = e.subject_id::uuid)
  when 'review' then (select l.title from review v join listing l on l.id = v.listing_id
  where v.id = e.subject_id::uuid)
  when 'contact-message' then (select m.subject from contact_message m where m.id = e.subject_id::uuid)
  when 'deposit-claim' then e.subject_id
  when 'report' then (select p.id::text from report p where p.id = e.subject_id::uuid)
  when 'refund' then (select o.number from refund f join "order" o on o.id = f.order_id
  where f.id = e.subject_id::uuid)
  when 'payout' then (select y.reference from payout y where y.id = e.subject_id::uuid)
  when 'proposal' then e.subject_id
  when 'reconciliation' then (select n.id::text from reconciliation n where n.id = e.subject_id::uuid)
  when 'rental' then (select o.number from rental r join "order" o on o.id = r.order_id
  where r.id = e.subject_id::uuid) end as subject_key, e.detail, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as table_key,
  (e.id)::text as table_id,
  (select count(*)::int from (select 1 from event e left join account a on a.id = e.actor_id where e.audited
  limit 1001) counted) as table_total
from event e left join account a on a.id = e.actor_id where e.audited
order by e.at desc, e.id desc limit 26;

-- Limit (actual time=0.255..0.426 rows=26 loops=1)
--   Buffers: shared hit=263
--   InitPlan 24 (returns $30)
--     ->  Aggregate (actual time=0.218..0.219 rows=1 loops=1)
--           Buffers: shared hit=26
--           ->  Limit (actual time=0.002..0.177 rows=1001 loops=1)
--                 Buffers: shared hit=26
--                 ->  Index Scan using event_audited_newest_idx on event e_1 (actual time=0.002..0.122 rows=1001 loops=1)
--                       Buffers: shared hit=26
--   ->  Nested Loop Left Join (actual time=0.254..0.423 rows=26 loops=1)
--         Buffers: shared hit=263
--         ->  Index Scan using event_audited_newest_idx on event e (actual time=0.008..0.010 rows=26 loops=1)
--               Buffers: shared hit=3
--         ->  Index Scan using account_pkey on account a (actual time=0.001..0.001 rows=1 loops=26)
--               Index Cond: (id = e.actor_id)
--               Buffers: shared hit=78
--         SubPlan 1
--           ->  Index Scan using listing_pkey on listing l (actual time=0.003..0.003 rows=1 loops=26)
--                 Index Cond: (id = (e.subject_id)::uuid)
--                 Buffers: shared hit=78
--         SubPlan 2
--           ->  Index Scan using account_pkey on account s (never executed)
--                 Index Cond: (id = (e.subject_id)::uuid)
--         SubPlan 3
--           ->  Index Scan using order_pkey on "order" o (never executed)
--                 Index Cond: (id = (e.subject_id)::uuid)
--         SubPlan 4
--           ->  Index Scan using rental_pkey on rental r (never executed)
--                 Index Cond: (id = (e.subject_id)::uuid)
--         SubPlan 5
--           ->  Index Scan using rental_pkey on rental r_1 (never executed)
--                 Index Cond: (id = (e.subject_id)::uuid)
--         SubPlan 6
--           ->  Nested Loop (never executed)
--                 ->  Index Scan using review_pkey on review v (never executed)
--                       Index Cond: (id = (e.subject_id)::uuid)
--                 ->  Index Scan using listing_pkey on listing l_1 (never executed)
--                       Index Cond: (id = v.listing_id)
--         SubPlan 7
--           ->  Seq Scan on contact_message m (never executed)
--                 Filter: (id = (e.subject_id)::uuid)
--         SubPlan 8
--           ->  Nested Loop (never executed)
--                 ->  Seq Scan on report p (never executed)
--                       Filter: (id = (e.subject_id)::uuid)
--                 ->  Index Scan using account_pkey on account s_1 (never executed)
--                       Index Cond: (id = p.reported_id)
--         SubPlan 9
--           ->  Nested Loop (never executed)
--                 ->  Seq Scan on refund f (never executed)
--                       Filter: (id = (e.subject_id)::uuid)
--                 ->  Index Scan using order_pkey on "order" o_1 (never executed)
--                       Index Cond: (id = f.order_id)
--         SubPlan 10
--           ->  Seq Scan on payout y (never executed)
--                 Filter: (id = (e.subject_id)::uuid)
--         SubPlan 11
--           ->  Nested Loop (never executed)
--                 ->  Seq Scan on proposal p_1 (never executed)
--                       Filter: (id = (e.subject_id)::uuid)
--                 ->  Index Scan using account_pkey on account w (never executed)
--                       Index Cond: (id = p_1.proposed_by)
--         SubPlan 12
--           ->  Seq Scan on reconciliation n (never executed)
--                 Filter: (id = (e.subject_id)::uuid)
--         SubPlan 13
--           ->  Seq Scan on category c (never executed)
--                 Filter: (id = (e.subject_id)::integer)
--         SubPlan 14
--           ->  Index Scan using listing_pkey on listing l_2 (actual time=0.001..0.001 rows=1 loops=26)
--                 Index Cond: (id = (e.subject_id)::uuid)
--                 Filter: (archived_at IS NULL)
--                 Rows Removed by Filter: 0
--                 Buffers: shared hit=78
--         SubPlan 15
--           ->  Index Scan using account_pkey on account s_2 (never executed)
--                 Index Cond: (id = (e.subject_id)::uuid)
--                 Filter: (deleted_at IS NULL)
--         SubPlan 16
--           ->  Index Scan using order_pkey on "order" o_2 (never executed)
--                 Index Cond: (id = (e.subject_id)::uuid)
--         SubPlan 17
--           ->  Nested Loop (never executed)
--                 ->  Index Scan using review_pkey on review v_1 (never executed)
--                       Index Cond: (id = (e.subject_id)::uuid)
--                 ->  Index Scan using listing_pkey on listing l_3 (never executed)
--                       Index Cond: (id = v_1.listing_id)
--         SubPlan 18
--           ->  Seq Scan on contact_message m_1 (never executed)
--                 Filter: (id = (e.subject_id)::uuid)
--         SubPlan 19
--           ->  Seq Scan on report p_2 (never executed)
--                 Filter: (id = (e.subject_id)::uuid)
--         SubPlan 20
--           ->  Nested Loop (never executed)
--                 ->  Seq Scan on refund f_1 (never executed)
--                       Filter: (id = (e.subject_id)::uuid)
--                 ->  Index Scan using order_pkey on "order" o_3 (never executed)
--                       Index Cond: (id = f_1.order_id)
--         SubPlan 21
--           ->  Seq Scan on payout y_1 (never executed)
--                 Filter: (id = (e.subject_id)::uuid)
--         SubPlan 22
--           ->  Seq Scan on reconciliation n_1 (never executed)
--                 Filter: (id = (e.subject_id)::uuid)
--         SubPlan 23
--           ->  Nested Loop (never executed)
--                 ->  Index Scan using rental_pkey on rental r_2 (never executed)
--                       Index Cond: (id = (e.subject_id)::uuid)
--                 ->  Index Scan using order_pkey on "order" o_4 (never executed)
--                       Index Cond: (id = r_2.order_id)
-- Planning:
--   Buffers: shared hit=150
-- Planning Time: 1.109 ms
-- Execution Time: 0.543 ms
