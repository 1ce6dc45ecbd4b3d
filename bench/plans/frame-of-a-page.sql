-- frame of a page, of 20,000 listings

select
  (coalesce((select sum(renter_unread) from thread where renter_id = '01897a1a-7d14-7144-8035-92e073ac0000'), 0)
+ coalesce((select sum(owner_unread) from thread where owner_id = '01897a1a-7d14-7144-8035-92e073ac0000'), 0))::int as messages,
  (select count(*)::int from (
  select from notice where account_id = '01897a1a-7d14-7144-8035-92e073ac0000' and read_at is null limit 100) unread) as notices,
  coalesce((select last_id from account_event_counter where account_id = '01897a1a-7d14-7144-8035-92e073ac0000'), 0)::bigint as last_event_id,
(select count(*)::int from cart_line where renter_id = '01897a1a-7d14-7144-8035-92e073ac0000') as cart_lines;

-- Result (actual time=0.050..0.051 rows=1 loops=1)
--   Buffers: shared hit=25
--   InitPlan 1 (returns $0)
--     ->  Aggregate (actual time=0.028..0.028 rows=1 loops=1)
--           Buffers: shared hit=16
--           ->  Bitmap Heap Scan on thread (actual time=0.011..0.026 rows=14 loops=1)
--                 Recheck Cond: (renter_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid)
--                 Heap Blocks: exact=14
--                 Buffers: shared hit=16
--                 ->  Bitmap Index Scan on thread_renter_idx (actual time=0.007..0.007 rows=14 loops=1)
--                       Index Cond: (renter_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid)
--                       Buffers: shared hit=2
--   InitPlan 2 (returns $1)
--     ->  Aggregate (actual time=0.003..0.004 rows=1 loops=1)
--           Buffers: shared hit=2
--           ->  Bitmap Heap Scan on thread thread_1 (actual time=0.003..0.003 rows=0 loops=1)
--                 Recheck Cond: (owner_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid)
--                 Buffers: shared hit=2
--                 ->  Bitmap Index Scan on thread_owner_idx (actual time=0.003..0.003 rows=0 loops=1)
--                       Index Cond: (owner_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid)
--                       Buffers: shared hit=2
--   InitPlan 3 (returns $2)
--     ->  Aggregate (actual time=0.008..0.008 rows=1 loops=1)
--           Buffers: shared hit=3
--           ->  Limit (actual time=0.005..0.007 rows=14 loops=1)
--                 Buffers: shared hit=3
--                 ->  Index Only Scan using notice_unread_idx on notice (actual time=0.004..0.005 rows=14 loops=1)
--                       Index Cond: (account_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid)
--                       Heap Fetches: 0
--                       Buffers: shared hit=3
--   InitPlan 4 (returns $3)
--     ->  Seq Scan on account_event_counter (actual time=0.001..0.001 rows=0 loops=1)
--           Filter: (account_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid)
--   InitPlan 5 (returns $4)
--     ->  Aggregate (actual time=0.008..0.008 rows=1 loops=1)
--           Buffers: shared hit=4
--           ->  Index Only Scan using cart_line_pkey on cart_line (actual time=0.005..0.007 rows=14 loops=1)
--                 Index Cond: (renter_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid)
--                 Heap Fetches: 14
--                 Buffers: shared hit=4
-- Planning:
--   Buffers: shared hit=1
-- Planning Time: 0.171 ms
-- Execution Time: 0.078 ms
