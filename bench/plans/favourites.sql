-- favourites, of 20,000 listings

select l.id, l.title, l.price_per_day_centavos, l.location, coalesce(c.name, 'Uncategorized') as category_name,
  l.rating_average, l.rating_count, o.public_name as owner_name, (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths',
"p".widths, 'thumbhash', left("p".thumbhash, 4)) from photo p
  where p.listing_id = l.id order by p.position limit 1) as photo,
  case when l.owner_id <> '018937ae-0861-7b56-b0cf-18a92fc30000' then
exists (select 1 from favorite f where f.account_id = '018937ae-0861-7b56-b0cf-18a92fc30000' and f.listing_id = l.id) end as is_favorite,
  case when l.is_public then 'public' when (l.status = 'unavailable' and l.archived_at is null and l.paused_at is null
  and l.taken_down_at is null and not l.owner_suspended) then 'rented' else 'unlisted' end as availability,
  to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as added_at_text
from favorite f join listing l on l.id = f.listing_id left join category c on c.id = l.category_id join account o on o.id = l.owner_id
where f.account_id = '018937ae-0861-7b56-b0cf-18a92fc30000' and l.archived_at is null
order by f.created_at desc, f.listing_id desc limit 25;

-- Limit (actual time=0.037..0.176 rows=14 loops=1)
--   Buffers: shared hit=160
--   ->  Nested Loop (actual time=0.036..0.175 rows=14 loops=1)
--         Buffers: shared hit=160
--         ->  Nested Loop Left Join (actual time=0.011..0.057 rows=14 loops=1)
--               Buffers: shared hit=73
--               ->  Nested Loop (actual time=0.009..0.045 rows=14 loops=1)
--                     Buffers: shared hit=45
--                     ->  Index Only Scan using favorite_newest_idx on favorite f (actual time=0.003..0.005 rows=14 loops=1)
--                           Index Cond: (account_id = '018937ae-0861-7b56-b0cf-18a92fc30000'::uuid)
--                           Heap Fetches: 0
--                           Buffers: shared hit=3
--                     ->  Index Scan using listing_pkey on listing l (actual time=0.002..0.002 rows=1 loops=14)
--                           Index Cond: (id = f.listing_id)
--                           Filter: (archived_at IS NULL)
--                           Buffers: shared hit=42
--               ->  Index Scan using category_pkey on category c (actual time=0.001..0.001 rows=1 loops=14)
--                     Index Cond: (id = l.category_id)
--                     Buffers: shared hit=28
--         ->  Index Scan using account_pkey on account o (actual time=0.001..0.001 rows=1 loops=14)
--               Index Cond: (id = l.owner_id)
--               Buffers: shared hit=42
--         SubPlan 1
--           ->  Limit (actual time=0.005..0.005 rows=1 loops=14)
--                 Buffers: shared hit=42
--                 ->  Index Scan using photo_listing_idx on photo p (actual time=0.005..0.005 rows=1 loops=14)
--                       Index Cond: (listing_id = l.id)
--                       Buffers: shared hit=42
--         SubPlan 3
--           ->  Index Only Scan using favorite_newest_idx on favorite f_1 (actual time=0.002..0.003 rows=14 loops=1)
--                 Index Cond: (account_id = '018937ae-0861-7b56-b0cf-18a92fc30000'::uuid)
--                 Heap Fetches: 0
--                 Buffers: shared hit=3
-- Planning:
--   Buffers: shared hit=67
-- Planning Time: 0.495 ms
-- Execution Time: 0.205 ms
