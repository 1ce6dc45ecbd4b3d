-- notices, of 20,000 listings

select id, kind, title, text, created_at, read_at from notice where account_id = '01897a1a-7d14-7144-8035-92e073ac0000'
order by created_at desc, id desc limit 21;

-- Limit (actual time=0.006..0.014 rows=14 loops=1)
--   Buffers: shared hit=16
--   ->  Index Scan using notice_account_idx on notice (actual time=0.006..0.012 rows=14 loops=1)
--         Index Cond: (account_id = '01897a1a-7d14-7144-8035-92e073ac0000'::uuid)
--         Buffers: shared hit=16
-- Planning Time: 0.035 ms
-- Execution Time: 0.020 ms
