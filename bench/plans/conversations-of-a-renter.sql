-- conversations of a renter, of 20,000 listings

select t.id, t.title, case when "p".id = '01897a1a-7d14-7144-8035-92e073ac0000' or false or exists (select from rental shared where shared.approved_at is not null
and (shared.renter_id = '01897a1a-7d14-7144-8035-92e073ac0000' and shared.owner_id = "p".id
  or shared.renter_id = "p".id and shared.owner_id = '01897a1a-7d14-7144-8035-92e073ac0000')
and (shared.status = any(array['Pending', 'Approved', 'Active'])
  or shared.status_changed_at > '2026-11-25T00:25:16.687Z'::timestamptz - make_interval(days => 30))) then "p".first_name || ' ' || "p".last_name
else "p".public_name end as partner_name, p.image as partner_picture,
  (select m.body from message m where m.thread_id = t.id order by m.id desc
  limit 1) as last_message, t.last_message_at,
  case when t.renter_id = '01897a1a-7d14-7144-8035-92e073ac0000' then t.renter_unread else t.owner_unread end as unread,
  to_char(t.last_message_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as last_text
from (
(select * from thread where "renter_id" = '01897a1a-7d14-7144-8035-92e073ac0000'
  order by last_message_at desc, id desc limit 31) union all
(select * from thread where "owner_id" = '01897a1a-7d14-7144-8035-92e073ac0000'
  order by last_message_at desc, id desc limit 31)) t
  join account p on p.id = case when t.renter_id = '01897a1a-7d14-7144-8035-92e073ac0000' then t.owner_id else t.renter_id end
order by t.last_message_at desc, t.id desc limit 31;

-- Limit (actual time=0.027..0.140 rows=14 loops=1)
--   Buffers: shared hit=183
--   ->  Nested Loop (actual time=0.027..0.138 rows=14 loops=1)
--         Buffers: shared hit=183
--         ->  Merge Append (actual time=0.008..0.021 rows=14 loops=1)
--               Sort Key: "*SELECT* 1".last_message_at DESC, "*SELECT* 1".id DESC
--               Buffers: shared hit=18
--               ->  Subquery Scan on "*SELECT* 1" (actual time=0.006..0.017 rows=14 loops=1)
--                     Buffers: shared hit=16
--                     ->  Limit (actual time=0.005..0.015 rows=14 loops=1)
--                           Buffers: shared hit=16
--                           ->  Index Scan using thread_renter_idx on thread (actual time=0.005..0.014 rows=14 loops=1)
--                                 Index Cond: (renter_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid)
--                                 Buffers: shared hit=16
--               ->  Subquery Scan on "*SELECT* 2" (actual time=0.002..0.003 rows=0 loops=1)
--                     Buffers: shared hit=2
--                     ->  Limit (actual time=0.002..0.002 rows=0 loops=1)
--                           Buffers: shared hit=2
--                           ->  Index Scan using thread_owner_idx on thread thread_1 (actual time=0.002..0.002 rows=0 loops=1)
--                                 Index Cond: (owner_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid)
--                                 Buffers: shared hit=2
--         ->  Index Scan using account_pkey on account p (actual time=0.001..0.001 rows=1 loops=14)
--               Index Cond: (id = CASE WHEN ("*SELECT* 1".renter_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid) THEN "*SELECT* 1".owner_id ELSE "*SELECT* 1".renter_id END)
--               Buffers: shared hit=42
--         SubPlan 1
--           ->  Bitmap Heap Scan on rental shared (actual time=0.003..0.003 rows=0 loops=14)
--                 Recheck Cond: (((renter_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid) AND (owner_id = p.id) AND (approved_at IS NOT NULL)) OR ((renter_id = p.id) AND (owner_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid) AND (approved_at IS NOT NULL)))
--                 Filter: ((status = ANY ('{Pending,Approved,Active}'::text[])) OR (status_changed_at > ('2026-11-25 00:25:16.687+00'::timestamp with time zone - '30 days'::interval)))
--                 Rows Removed by Filter: 0
--                 Heap Blocks: exact=11
--                 Buffers: shared hit=67
--                 ->  BitmapOr (actual time=0.002..0.002 rows=0 loops=14)
--                       Buffers: shared hit=56
--                       ->  Bitmap Index Scan on rental_pair_idx (actual time=0.001..0.001 rows=1 loops=14)
--                             Index Cond: ((renter_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid) AND (owner_id = p.id))
--                             Buffers: shared hit=28
--                       ->  Bitmap Index Scan on rental_pair_idx (actual time=0.001..0.001 rows=0 loops=14)
--                             Index Cond: ((renter_id = p.id) AND (owner_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid))
--                             Buffers: shared hit=28
--         SubPlan 2
--           ->  Limit (actual time=0.002..0.002 rows=1 loops=14)
--                 Buffers: shared hit=56
--                 ->  Index Scan using message_thread_idx on message m (actual time=0.002..0.002 rows=1 loops=14)
--                       Index Cond: (thread_id = "*SELECT* 1".id)
--                       Buffers: shared hit=56
-- Planning:
--   Buffers: shared hit=5
-- Planning Time: 0.321 ms
-- Execution Time: 0.171 ms
