-- admin users, of 20,000 listings

select a.id, a.first_name || ' ' || a.last_name as name, a.email, a.username, a.image as picture, a.role, a.verification_status,
a.suspended_at, a.created_at as joined_at,
(select count(*)::int from listing l where l.owner_id = a.id and l.archived_at is null) as listing_count,
(select count(*)::int from rental r where r.renter_id = a.id)
  + (select count(*)::int from rental r where r.owner_id = a.id) as rental_count, to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as table_key,
  (a.id)::text as table_id,
  (select count(*)::int from (select 1 from account a where a.deleted_at is null
  limit 1001) counted) as table_total
from account a where a.deleted_at is null
order by a.created_at desc, a.id desc limit 26;

-- Limit (actual time=0.207..0.384 rows=26 loops=1)
--   Buffers: shared hit=195
--   InitPlan 4 (returns $3)
--     ->  Aggregate (actual time=0.169..0.169 rows=1 loops=1)
--           Buffers: shared hit=7
--           ->  Limit (actual time=0.005..0.131 rows=1001 loops=1)
--                 Buffers: shared hit=7
--                 ->  Index Only Scan using account_newest_idx on account a_1 (actual time=0.004..0.076 rows=1001 loops=1)
--                       Heap Fetches: 0
--                       Buffers: shared hit=7
--   ->  Index Scan using account_newest_idx on account a (actual time=0.206..0.381 rows=26 loops=1)
--         Buffers: shared hit=195
--         SubPlan 1
--           ->  Aggregate (actual time=0.002..0.002 rows=1 loops=26)
--                 Buffers: shared hit=54
--                 ->  Index Only Scan using listing_owner_idx on listing l (actual time=0.001..0.001 rows=4 loops=26)
--                       Index Cond: (owner_id = a.id)
--                       Heap Fetches: 0
--                       Buffers: shared hit=54
--         SubPlan 2
--           ->  Aggregate (actual time=0.002..0.002 rows=1 loops=26)
--                 Buffers: shared hit=54
--                 ->  Index Only Scan using rental_renter_idx on rental r (actual time=0.001..0.001 rows=5 loops=26)
--                       Index Cond: (renter_id = a.id)
--                       Heap Fetches: 0
--                       Buffers: shared hit=54
--         SubPlan 3
--           ->  Aggregate (actual time=0.001..0.001 rows=1 loops=26)
--                 Buffers: shared hit=53
--                 ->  Index Only Scan using rental_owner_idx on rental r_1 (actual time=0.001..0.001 rows=4 loops=26)
--                       Index Cond: (owner_id = a.id)
--                       Heap Fetches: 0
--                       Buffers: shared hit=53
-- Planning:
--   Buffers: shared hit=9
-- Planning Time: 0.181 ms
-- Execution Time: 0.416 ms
