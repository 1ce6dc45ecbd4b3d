-- newest

with "found_first" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv, "s"."created_at" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where true
  order by "s"."created_at" desc, "s"."listing_id" desc limit 1500) s
where true
 ) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 25),
"found_all" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."created_at" as "key_0", "s"."listing_id" as "key_1" from listing_search s
  where true and (select count(*) from "found_first") < 25
   offset 0) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 25),
"found" as materialized (
  select * from "found_first" where (select count(*) from "found_first") >= 25 union all select * from "found_all")
select l.id, l.title, l.price_per_day_centavos, l.location, coalesce(c.name, 'Uncategorized') as category_name,
  l.rating_average, l.rating_count, o.public_name as owner_name, (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths', "p".widths, 'thumbhash', "p".thumbhash) from photo p where p.listing_id = l.id order by p.position limit 1) as photo,
  false as is_favorite, jsonb_build_array(to_char("s"."key_0" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), "s"."key_1") as key
from found s join listing l on l.id = s.listing_id left join category c on c.id = l.category_id join account o on o.id = l.owner_id order by "s"."key_0" desc, "s"."key_1" desc;

-- Sort (actual time=0.805..0.816 rows=25 loops=1)
--   Sort Key: s.key_0 DESC, s.key_1 DESC
--   Sort Method: quicksort  Memory: 36kB
--   Buffers: shared hit=253
--   CTE found_first
--     ->  Limit (actual time=0.025..0.087 rows=25 loops=1)
--           Buffers: shared hit=27
--           ->  Subquery Scan on s_1 (actual time=0.024..0.082 rows=25 loops=1)
--                 Buffers: shared hit=27
--                 ->  Limit (actual time=0.023..0.076 rows=25 loops=1)
--                       Buffers: shared hit=27
--                       ->  Index Scan using listing_search_newest_idx on listing_search s_2 (actual time=0.022..0.072 rows=25 loops=1)
--                             Buffers: shared hit=27
--   CTE found_all
--     ->  Limit (actual time=0.020..0.021 rows=0 loops=1)
--           ->  Sort (actual time=0.019..0.020 rows=0 loops=1)
--                 Sort Key: s_3.created_at DESC, s_3.listing_id DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 ->  Result (actual time=0.012..0.013 rows=0 loops=1)
--                       One-Time Filter: ($1 < '25'::bigint)
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.010..0.010 rows=1 loops=1)
--                               ->  CTE Scan on found_first (actual time=0.001..0.004 rows=25 loops=1)
--                       ->  Seq Scan on listing_search s_3 (never executed)
--   CTE found
--     ->  Append (actual time=0.119..0.157 rows=25 loops=1)
--           Buffers: shared hit=27
--           ->  Result (actual time=0.118..0.131 rows=25 loops=1)
--                 One-Time Filter: ($3 >= '25'::bigint)
--                 Buffers: shared hit=27
--                 InitPlan 4 (returns $3)
--                   ->  Aggregate (actual time=0.113..0.114 rows=1 loops=1)
--                         Buffers: shared hit=27
--                         ->  CTE Scan on found_first found_first_1 (actual time=0.028..0.105 rows=25 loops=1)
--                               Buffers: shared hit=27
--                 ->  CTE Scan on found_first found_first_2 (actual time=0.000..0.006 rows=25 loops=1)
--           ->  CTE Scan on found_all (actual time=0.021..0.021 rows=0 loops=1)
--   ->  Nested Loop (actual time=0.225..0.773 rows=25 loops=1)
--         Buffers: shared hit=253
--         ->  Hash Left Join (actual time=0.165..0.335 rows=25 loops=1)
--               Hash Cond: (l.category_id = c.id)
--               Buffers: shared hit=103
--               ->  Nested Loop (actual time=0.135..0.293 rows=25 loops=1)
--                     Buffers: shared hit=102
--                     ->  CTE Scan on found s (actual time=0.120..0.172 rows=25 loops=1)
--                           Buffers: shared hit=27
--                     ->  Index Scan using listing_pkey on listing l (actual time=0.004..0.004 rows=1 loops=25)
--                           Index Cond: (id = s.listing_id)
--                           Buffers: shared hit=75
--               ->  Hash (actual time=0.020..0.021 rows=12 loops=1)
--                     Buckets: 1024  Batches: 1  Memory Usage: 9kB
--                     Buffers: shared hit=1
--                     ->  Seq Scan on category c (actual time=0.011..0.014 rows=12 loops=1)
--                           Buffers: shared hit=1
--         ->  Index Scan using account_pkey on account o (actual time=0.002..0.002 rows=1 loops=25)
--               Index Cond: (id = l.owner_id)
--               Buffers: shared hit=75
--         SubPlan 6
--           ->  Limit (actual time=0.010..0.010 rows=1 loops=25)
--                 Buffers: shared hit=75
--                 ->  Index Scan using photo_listing_idx on photo p (actual time=0.010..0.010 rows=1 loops=25)
--                       Index Cond: (listing_id = l.id)
--                       Buffers: shared hit=75
-- Planning:
--   Buffers: shared hit=17
-- Planning Time: 11.184 ms
-- Execution Time: 0.986 ms
