-- my listings, of 20,000 listings

select l.id, l.title, l.price_per_day_centavos, l.location, coalesce(c.name, 'Uncategorized') as category_name,
  l.rating_average, l.rating_count, o.public_name as owner_name, (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths',
"p".widths, 'thumbhash', left("p".thumbhash, 4)) from photo p
  where p.listing_id = l.id order by p.position limit 1) as photo,
  case when l.owner_id <> '018b6926-d632-79fb-83cb-27cfa6510000' then
exists (select 1 from favorite f where f.account_id = '018b6926-d632-79fb-83cb-27cfa6510000' and f.listing_id = l.id) end as is_favorite, l.status, l.paused_at, l.taken_down_at, l.take_down_reason,
  l.description, l.tags, l.created_at, to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at_text
from listing l left join category c on c.id = l.category_id join account o on o.id = l.owner_id
where l.owner_id = '018b6926-d632-79fb-83cb-27cfa6510000' and l.archived_at is null
order by l.created_at desc, l.id desc limit 25;

-- Limit (actual time=0.032..0.205 rows=25 loops=1)
--   Buffers: shared hit=125
--   ->  Nested Loop (actual time=0.032..0.203 rows=25 loops=1)
--         Buffers: shared hit=125
--         ->  Nested Loop Left Join (actual time=0.011..0.052 rows=25 loops=1)
--               Buffers: shared hit=47
--               ->  Index Scan using listing_owner_idx on listing l (actual time=0.007..0.030 rows=25 loops=1)
--                     Index Cond: (owner_id = '018b6926-d632-79fb-83cb-27cfa6510000'::uuid)
--                     Buffers: shared hit=27
--               ->  Memoize (actual time=0.001..0.001 rows=1 loops=25)
--                     Cache Key: l.category_id
--                     Cache Mode: logical
--                     Hits: 15  Misses: 10  Evictions: 0  Overflows: 0  Memory Usage: 2kB
--                     Buffers: shared hit=20
--                     ->  Index Scan using category_pkey on category c (actual time=0.001..0.001 rows=1 loops=10)
--                           Index Cond: (id = l.category_id)
--                           Buffers: shared hit=20
--         ->  Materialize (actual time=0.000..0.000 rows=1 loops=25)
--               Buffers: shared hit=3
--               ->  Index Scan using account_pkey on account o (actual time=0.003..0.004 rows=1 loops=1)
--                     Index Cond: (id = '018b6926-d632-79fb-83cb-27cfa6510000'::uuid)
--                     Buffers: shared hit=3
--         SubPlan 1
--           ->  Limit (actual time=0.005..0.005 rows=1 loops=25)
--                 Buffers: shared hit=75
--                 ->  Index Scan using photo_listing_idx on photo p (actual time=0.004..0.004 rows=1 loops=25)
--                       Index Cond: (listing_id = l.id)
--                       Buffers: shared hit=75
--         SubPlan 3
--           ->  Index Only Scan using favorite_newest_idx on favorite f (never executed)
--                 Index Cond: (account_id = '018b6926-d632-79fb-83cb-27cfa6510000'::uuid)
--                 Heap Fetches: 0
-- Planning:
--   Buffers: shared hit=13
-- Planning Time: 0.283 ms
-- Execution Time: 0.237 ms
