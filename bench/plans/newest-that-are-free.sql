-- newest that are free

with "found_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv, "s"."created_at" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where true
  order by "s"."created_at" desc, "s"."listing_id" desc limit 1500) s
where true
 ) s where true and not exists (select from (select case when r.status = 'Active' and upper(r.period) <= '2026-11-23'::date
  then daterange(lower(r.period), '2026-11-23'::date + 1) else r.period end as period from rental r where r.listing_id = s.listing_id and r.status in ('Pending', 'Approved', 'Active')
union all select b.period from blocked_period b where b.listing_id = s.listing_id) t
    where t.period && '[2026-11-26,2026-11-29)'::daterange offset 0)
  order by "s"."key_0" desc, "s"."key_1" desc limit 25), "found_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv, "s"."created_at" as "key_0", "s"."listing_id" as "key_1" from listing_search s where true and not (select count(*) from "found_step_0") >= 25
order by "key_0" desc, "key_1" desc offset 0) s where true and not exists (select from (select case when r.status = 'Active' and upper(r.period) <= '2026-11-23'::date
  then daterange(lower(r.period), '2026-11-23'::date + 1) else r.period end as period from rental r where r.listing_id = s.listing_id and r.status in ('Pending', 'Approved', 'Active')
union all select b.period from blocked_period b where b.listing_id = s.listing_id) t
    where t.period && '[2026-11-26,2026-11-29)'::daterange offset 0)
  order by "s"."key_0" desc, "s"."key_1" desc limit 25),
"found" as materialized (select * from "found_step_0" where (select count(*) from "found_step_0") >= 25 union all select * from "found_step_1")
select l.id, l.title, l.price_per_day_centavos, l.location, coalesce(c.name, 'Uncategorized') as category_name,
  l.rating_average, l.rating_count, o.public_name as owner_name, (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths', "p".widths, 'thumbhash', "p".thumbhash) from photo p where p.listing_id = l.id order by p.position limit 1) as photo,
  false as is_favorite, jsonb_build_array(to_char("s"."key_0" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), "s"."key_1") as key
from found s join listing l on l.id = s.listing_id left join category c on c.id = l.category_id join account o on o.id = l.owner_id order by "s"."key_0" desc, "s"."key_1" desc;

-- Sort (actual time=1.332..1.347 rows=25 loops=1)
--   Sort Key: s.key_0 DESC, s.key_1 DESC
--   Sort Method: quicksort  Memory: 36kB
--   Buffers: shared hit=390
--   CTE found_step_0
--     ->  Limit (actual time=0.062..0.326 rows=25 loops=1)
--           Buffers: shared hit=89
--           ->  Subquery Scan on s_1 (actual time=0.060..0.320 rows=25 loops=1)
--                 Filter: (NOT (SubPlan 1))
--                 Buffers: shared hit=89
--                 ->  Limit (actual time=0.023..0.089 rows=25 loops=1)
--                       Buffers: shared hit=28
--                       ->  Index Scan using listing_search_newest_idx on listing_search s_2 (actual time=0.023..0.085 rows=25 loops=1)
--                             Buffers: shared hit=28
--                 SubPlan 1
--                   ->  Append (actual time=0.008..0.008 rows=0 loops=25)
--                         Buffers: shared hit=61
--                         ->  Subquery Scan on "*SELECT* 1" (actual time=0.006..0.006 rows=0 loops=25)
--                               Buffers: shared hit=36
--                               ->  Index Scan using rental_no_overlap on rental r (actual time=0.006..0.006 rows=0 loops=25)
--                                     Index Cond: (listing_id = s_1.listing_id)
--                                     Filter: (CASE WHEN ((status = 'Active'::text) AND (upper(period) <= '2026-11-23'::date)) THEN daterange(lower(period), '2026-11-24'::date) ELSE period END && '[2026-11-26,2026-11-29)'::daterange)
--                                     Rows Removed by Filter: 0
--                                     Buffers: shared hit=36
--                         ->  Subquery Scan on "*SELECT* 2" (actual time=0.002..0.002 rows=0 loops=25)
--                               Buffers: shared hit=25
--                               ->  Index Only Scan using blocked_period_no_overlap on blocked_period b (actual time=0.001..0.001 rows=0 loops=25)
--                                     Index Cond: ((listing_id = s_1.listing_id) AND (period && '[2026-11-26,2026-11-29)'::daterange))
--                                     Heap Fetches: 0
--                                     Buffers: shared hit=25
--   CTE found_step_1
--     ->  Limit (actual time=0.015..0.018 rows=0 loops=1)
--           ->  Subquery Scan on s_3 (actual time=0.014..0.017 rows=0 loops=1)
--                 Filter: (NOT (SubPlan 3))
--                 ->  Result (actual time=0.014..0.015 rows=0 loops=1)
--                       One-Time Filter: ($3 < '25'::bigint)
--                       InitPlan 4 (returns $3)
--                         ->  Aggregate (actual time=0.012..0.012 rows=1 loops=1)
--                               ->  CTE Scan on found_step_0 (actual time=0.001..0.005 rows=25 loops=1)
--                       ->  Index Scan using listing_search_newest_idx on listing_search s_4 (never executed)
--                 SubPlan 3
--                   ->  Append (never executed)
--                         ->  Subquery Scan on "*SELECT* 1_1" (never executed)
--                               ->  Index Scan using rental_no_overlap on rental r_1 (never executed)
--                                     Index Cond: (listing_id = s_3.listing_id)
--                                     Filter: (CASE WHEN ((status = 'Active'::text) AND (upper(period) <= '2026-11-23'::date)) THEN daterange(lower(period), '2026-11-24'::date) ELSE period END && '[2026-11-26,2026-11-29)'::daterange)
--                         ->  Subquery Scan on "*SELECT* 2_1" (never executed)
--                               ->  Index Only Scan using blocked_period_no_overlap on blocked_period b_1 (never executed)
--                                     Index Cond: ((listing_id = s_3.listing_id) AND (period && '[2026-11-26,2026-11-29)'::daterange))
--                                     Heap Fetches: 0
--   CTE found
--     ->  Append (actual time=0.360..0.396 rows=25 loops=1)
--           Buffers: shared hit=89
--           ->  Result (actual time=0.359..0.373 rows=25 loops=1)
--                 One-Time Filter: ($5 >= '25'::bigint)
--                 Buffers: shared hit=89
--                 InitPlan 6 (returns $5)
--                   ->  Aggregate (actual time=0.354..0.355 rows=1 loops=1)
--                         Buffers: shared hit=89
--                         ->  CTE Scan on found_step_0 found_step_0_1 (actual time=0.064..0.345 rows=25 loops=1)
--                               Buffers: shared hit=89
--                 ->  CTE Scan on found_step_0 found_step_0_2 (actual time=0.001..0.007 rows=25 loops=1)
--           ->  CTE Scan on found_step_1 (actual time=0.016..0.016 rows=0 loops=1)
--   ->  Nested Loop (actual time=0.473..1.295 rows=25 loops=1)
--         Buffers: shared hit=390
--         ->  Hash Left Join (actual time=0.406..0.608 rows=25 loops=1)
--               Hash Cond: (l.category_id = c.id)
--               Buffers: shared hit=190
--               ->  Nested Loop (actual time=0.380..0.568 rows=25 loops=1)
--                     Buffers: shared hit=189
--                     ->  CTE Scan on found s (actual time=0.362..0.414 rows=25 loops=1)
--                           Buffers: shared hit=89
--                     ->  Index Scan using listing_pkey on listing l (actual time=0.005..0.005 rows=1 loops=25)
--                           Index Cond: (id = s.listing_id)
--                           Buffers: shared hit=100
--               ->  Hash (actual time=0.017..0.018 rows=12 loops=1)
--                     Buckets: 1024  Batches: 1  Memory Usage: 9kB
--                     Buffers: shared hit=1
--                     ->  Seq Scan on category c (actual time=0.008..0.011 rows=12 loops=1)
--                           Buffers: shared hit=1
--         ->  Index Scan using account_pkey on account o (actual time=0.007..0.007 rows=1 loops=25)
--               Index Cond: (id = l.owner_id)
--               Buffers: shared hit=100
--         SubPlan 8
--           ->  Limit (actual time=0.015..0.015 rows=1 loops=25)
--                 Buffers: shared hit=100
--                 ->  Index Scan using photo_listing_idx on photo p (actual time=0.015..0.015 rows=1 loops=25)
--                       Index Cond: (listing_id = l.id)
--                       Buffers: shared hit=100
-- Planning:
--   Buffers: shared hit=21
-- Planning Time: 6.167 ms
-- Execution Time: 1.582 ms
