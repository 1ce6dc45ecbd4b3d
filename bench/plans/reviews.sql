-- reviews, of 20,000 listings

with page as (
  select r.id, r.rating, r.body, r.verified, r.created_at, r.edited_at is not null as edited, r.author_id
  from review r
  where r.listing_id = '019b12df-fe4d-7426-bcd0-91f3e15f0000' and r.status = 'published'
  order by r.created_at desc, r.id desc limit 6)
select (select jsonb_build_array(count(*) filter (where rating = 1), count(*) filter (where rating = 2),
    count(*) filter (where rating = 3), count(*) filter (where rating = 4), count(*) filter (where rating = 5))
  from review where listing_id = '019b12df-fe4d-7426-bcd0-91f3e15f0000' and status = 'published' and verified) as spread,
  coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'rating', p.rating, 'body', p.body,
    'verified', p.verified, 'edited', p.edited,
    'createdAt', to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'authorName', a.public_name,
    'authorPicture', case when a.deleted_at is null then a.image end) order by p.created_at desc, p.id desc)
  from page p join account a on a.id = p.author_id), '[]') as reviews;

-- Result (actual time=0.072..0.073 rows=1 loops=1)
--   Buffers: shared hit=24
--   InitPlan 1 (returns $0)
--     ->  Aggregate (actual time=0.012..0.012 rows=1 loops=1)
--           Buffers: shared hit=3
--           ->  Bitmap Heap Scan on review (actual time=0.005..0.006 rows=11 loops=1)
--                 Recheck Cond: ((listing_id = '019b12df-fe4d-7426-bcd0-91f3e15f0000'::uuid) AND (status = 'published'::text))
--                 Filter: verified
--                 Heap Blocks: exact=1
--                 Buffers: shared hit=3
--                 ->  Bitmap Index Scan on review_listing_idx (actual time=0.003..0.003 rows=11 loops=1)
--                       Index Cond: (listing_id = '019b12df-fe4d-7426-bcd0-91f3e15f0000'::uuid)
--                       Buffers: shared hit=2
--   InitPlan 2 (returns $2)
--     ->  Aggregate (actual time=0.058..0.059 rows=1 loops=1)
--           Buffers: shared hit=21
--           ->  Nested Loop (actual time=0.006..0.020 rows=6 loops=1)
--                 Buffers: shared hit=21
--                 ->  Limit (actual time=0.002..0.004 rows=6 loops=1)
--                       Buffers: shared hit=3
--                       ->  Index Scan using review_listing_idx on review r (actual time=0.002..0.003 rows=6 loops=1)
--                             Index Cond: (listing_id = '019b12df-fe4d-7426-bcd0-91f3e15f0000'::uuid)
--                             Buffers: shared hit=3
--                 ->  Memoize (actual time=0.002..0.002 rows=1 loops=6)
--                       Cache Key: r.author_id
--                       Cache Mode: logical
--                       Hits: 0  Misses: 6  Evictions: 0  Overflows: 0  Memory Usage: 1kB
--                       Buffers: shared hit=18
--                       ->  Index Scan using account_pkey on account a (actual time=0.001..0.001 rows=1 loops=6)
--                             Index Cond: (id = r.author_id)
--                             Buffers: shared hit=18
-- Planning:
--   Buffers: shared hit=9
-- Planning Time: 0.171 ms
-- Execution Time: 0.096 ms
