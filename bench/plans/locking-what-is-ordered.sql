-- locking what is ordered, of 20,000 listings

select id, status from listing
where id = any(array['019b12df-fe4d-7426-bcd0-91f3e15f0000', '0191386e-d138-70d2-984e-84fb23b10000']::uuid[]) order by id for no key update;

-- LockRows (actual time=0.014..0.020 rows=2 loops=1)
--   Buffers: shared hit=10
--   ->  Index Scan using listing_pkey on listing (actual time=0.009..0.014 rows=2 loops=1)
--         Index Cond: (id = ANY ('{019b12df-fe4d-7426-bcd0-91f3e15f0000,0191386e-d138-70d2-984e-84fb23b10000}'::uuid[]))
--         Buffers: shared hit=6
-- Planning:
--   Buffers: shared hit=1
-- Planning Time: 0.043 ms
-- Execution Time: 0.028 ms
