-- admin reports, of 20,000 listings

select p.id, p.about, "a".first_name || ' ' || "a".last_name as reporter_name, "b".first_name || ' ' || "b".last_name as reported_name,
coalesce(t.title, l.title, '') as title, p.reason, p.note,
coalesce(p.message_text, p.reported_text) as message_text,
p.created_at, p.closed_at, "c".first_name || ' ' || "c".last_name as closed_by_name, p.decision, to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as table_key,
  (p.id)::text as table_id,
  (select count(*)::int from (select 1 from report p join account a on a.id = p.reporter_id join account b on b.id = p.reported_id left
join thread t on t.id = p.thread_id
left join listing l on l.id = p.listing_id
left join account c on c.id = p.closed_by where true
  limit 1001) counted) as table_total
from report p join account a on a.id = p.reporter_id join account b on b.id = p.reported_id left
join thread t on t.id = p.thread_id
left join listing l on l.id = p.listing_id
left join account c on c.id = p.closed_by where true
order by p.created_at desc, p.id desc limit 26;

-- Limit (actual time=0.006..0.007 rows=0 loops=1)
--   InitPlan 1 (returns $2)
--     ->  Aggregate (never executed)
--           ->  Limit (never executed)
--                 ->  Nested Loop (never executed)
--                       ->  Nested Loop (never executed)
--                             ->  Seq Scan on report p_1 (never executed)
--                             ->  Index Only Scan using account_pkey on account a_1 (never executed)
--                                   Index Cond: (id = p_1.reporter_id)
--                                   Heap Fetches: 0
--                       ->  Index Only Scan using account_pkey on account b_1 (never executed)
--                             Index Cond: (id = p_1.reported_id)
--                             Heap Fetches: 0
--   ->  Sort (actual time=0.005..0.006 rows=0 loops=1)
--         Sort Key: p.created_at DESC, p.id DESC
--         Sort Method: quicksort  Memory: 25kB
--         ->  Nested Loop Left Join (actual time=0.003..0.003 rows=0 loops=1)
--               ->  Nested Loop Left Join (actual time=0.003..0.003 rows=0 loops=1)
--                     ->  Nested Loop Left Join (actual time=0.002..0.003 rows=0 loops=1)
--                           ->  Nested Loop (actual time=0.002..0.003 rows=0 loops=1)
--                                 ->  Nested Loop (actual time=0.002..0.003 rows=0 loops=1)
--                                       ->  Seq Scan on report p (actual time=0.002..0.002 rows=0 loops=1)
--                                       ->  Index Scan using account_pkey on account a (never executed)
--                                             Index Cond: (id = p.reporter_id)
--                                 ->  Index Scan using account_pkey on account b (never executed)
--                                       Index Cond: (id = p.reported_id)
--                           ->  Index Scan using thread_pkey on thread t (never executed)
--                                 Index Cond: (id = p.thread_id)
--                     ->  Index Scan using listing_pkey on listing l (never executed)
--                           Index Cond: (id = p.listing_id)
--               ->  Index Scan using account_pkey on account c (never executed)
--                     Index Cond: (id = p.closed_by)
-- Planning:
--   Buffers: shared hit=48
-- Planning Time: 1.110 ms
-- Execution Time: 0.054 ms
