-- newest that are free

with "found_first" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1" from (
  select s.listing_id, s.title_tsv, "s"."created_at" as "key_0", "s"."listing_id" as "key_1", s.all_tsv, s.price_per_day_centavos from listing_search s
  where true
  order by "s"."created_at" desc, "s"."listing_id" desc limit 1500) s
where true
 ) s where true and not exists (select from (select case when r.status = 'Active' and upper(r.period) <= '2026-11-23'::date
  then daterange(lower(r.period), '2026-11-23'::date + 1) else r.period end as period from rental r where r.listing_id = s.listing_id and r.status in ('Pending', 'Approved', 'Active')
union all select b.period from blocked_period b where b.listing_id = s.listing_id) t
    where t.period && '[2026-11-26,2026-11-29)'::daterange offset 0) order by "s"."key_0" desc, "s"."key_1" desc limit 25),
"found_all" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."created_at" as "key_0", "s"."listing_id" as "key_1" from listing_search s
  where true and (select count(*) from "found_first") < 25
   offset 0) s where true and not exists (select from (select case when r.status = 'Active' and upper(r.period) <= '2026-11-23'::date
  then daterange(lower(r.period), '2026-11-23'::date + 1) else r.period end as period from rental r where r.listing_id = s.listing_id and r.status in ('Pending', 'Approved', 'Active')
union all select b.period from blocked_period b where b.listing_id = s.listing_id) t
    where t.period && '[2026-11-26,2026-11-29)'::daterange offset 0) order by "s"."key_0" desc, "s"."key_1" desc limit 25),
"found" as materialized (
  select * from "found_first" where (select count(*) from "found_first") >= 25 union all select * from "found_all")
select l.id, l.title, l.price_per_day_centavos, l.location, coalesce(c.name, 'Uncategorized') as category_name,
  l.rating_average, l.rating_count, o.public_name as owner_name, (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths', "p".widths, 'thumbhash', "p".thumbhash) from photo p where p.listing_id = l.id order by p.position limit 1) as photo,
  false as is_favorite, jsonb_build_array(to_char("s"."key_0" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), "s"."key_1") as key
from found s join listing l on l.id = s.listing_id left join category c on c.id = l.category_id join account o on o.id = l.owner_id order by "s"."key_0" desc, "s"."key_1" desc;

-- Sort (actual time=2.864..2.888 rows=25 loops=1)
--   Sort Key: s.key_0 DESC, s.key_1 DESC
--   Sort Method: quicksort  Memory: 36kB
--   Buffers: shared hit=321
--   CTE found_first
--     ->  Limit (actual time=0.070..0.506 rows=25 loops=1)
--           Buffers: shared hit=95
--           ->  Subquery Scan on s_1 (actual time=0.069..0.497 rows=25 loops=1)
--                 Filter: (NOT (SubPlan 1))
--                 Buffers: shared hit=95
--                 ->  Limit (actual time=0.026..0.093 rows=25 loops=1)
--                       Buffers: shared hit=27
--                       ->  Index Scan using listing_search_newest_idx on listing_search s_2 (actual time=0.026..0.087 rows=25 loops=1)
--                             Buffers: shared hit=27
--                 SubPlan 1
--                   ->  Append (actual time=0.015..0.015 rows=0 loops=25)
--                         Buffers: shared hit=68
--                         ->  Subquery Scan on "*SELECT* 1" (actual time=0.009..0.009 rows=0 loops=25)
--                               Buffers: shared hit=43
--                               ->  Index Scan using rental_no_overlap on rental r (actual time=0.008..0.008 rows=0 loops=25)
--                                     Index Cond: (listing_id = s_1.listing_id)
--                                     Filter: (CASE WHEN ((status = 'Active'::text) AND (upper(period) <= '2026-11-23'::date)) THEN daterange(lower(period), '2026-11-24'::date) ELSE period END && '[2026-11-26,2026-11-29)'::daterange)
--                                     Rows Removed by Filter: 0
--                                     Buffers: shared hit=43
--                         ->  Subquery Scan on "*SELECT* 2" (actual time=0.006..0.006 rows=0 loops=25)
--                               Buffers: shared hit=25
--                               ->  Index Only Scan using blocked_period_no_overlap on blocked_period b (actual time=0.005..0.005 rows=0 loops=25)
--                                     Index Cond: ((listing_id = s_1.listing_id) AND (period && '[2026-11-26,2026-11-29)'::daterange))
--                                     Heap Fetches: 0
--                                     Buffers: shared hit=25
--   CTE found_all
--     ->  Limit (actual time=0.031..0.035 rows=0 loops=1)
--           ->  Sort (actual time=0.030..0.033 rows=0 loops=1)
--                 Sort Key: s_3.key_0 DESC, s_3.key_1 DESC
--                 Sort Method: quicksort  Memory: 25kB
--                 ->  Subquery Scan on s_3 (actual time=0.020..0.023 rows=0 loops=1)
--                       Filter: (NOT (SubPlan 3))
--                       ->  Result (actual time=0.018..0.019 rows=0 loops=1)
--                             One-Time Filter: ($3 < '25'::bigint)
--                             InitPlan 4 (returns $3)
--                               ->  Aggregate (actual time=0.015..0.015 rows=1 loops=1)
--                                     ->  CTE Scan on found_first (actual time=0.001..0.005 rows=25 loops=1)
--                             ->  Seq Scan on listing_search s_4 (never executed)
--                       SubPlan 3
--                         ->  Append (never executed)
--                               ->  Subquery Scan on "*SELECT* 1_1" (never executed)
--                                     ->  Index Scan using rental_no_overlap on rental r_1 (never executed)
--                                           Index Cond: (listing_id = s_3.listing_id)
--                                           Filter: (CASE WHEN ((status = 'Active'::text) AND (upper(period) <= '2026-11-23'::date)) THEN daterange(lower(period), '2026-11-24'::date) ELSE period END && '[2026-11-26,2026-11-29)'::daterange)
--                               ->  Subquery Scan on "*SELECT* 2_1" (never executed)
--                                     ->  Index Only Scan using blocked_period_no_overlap on blocked_period b_1 (never executed)
--                                           Index Cond: ((listing_id = s_3.listing_id) AND (period && '[2026-11-26,2026-11-29)'::daterange))
--                                           Heap Fetches: 0
--   CTE found
--     ->  Append (actual time=0.540..0.601 rows=25 loops=1)
--           Buffers: shared hit=95
--           ->  Result (actual time=0.539..0.560 rows=25 loops=1)
--                 One-Time Filter: ($5 >= '25'::bigint)
--                 Buffers: shared hit=95
--                 InitPlan 6 (returns $5)
--                   ->  Aggregate (actual time=0.533..0.535 rows=1 loops=1)
--                         Buffers: shared hit=95
--                         ->  CTE Scan on found_first found_first_1 (actual time=0.073..0.522 rows=25 loops=1)
--                               Buffers: shared hit=95
--                 ->  CTE Scan on found_first found_first_2 (actual time=0.001..0.010 rows=25 loops=1)
--           ->  CTE Scan on found_all (actual time=0.033..0.033 rows=0 loops=1)
--   ->  Nested Loop (actual time=0.683..2.818 rows=25 loops=1)
--         Buffers: shared hit=321
--         ->  Hash Left Join (actual time=0.611..0.864 rows=25 loops=1)
--               Hash Cond: (l.category_id = c.id)
--               Buffers: shared hit=171
--               ->  Nested Loop (actual time=0.562..0.796 rows=25 loops=1)
--                     Buffers: shared hit=170
--                     ->  CTE Scan on found s (actual time=0.543..0.622 rows=25 loops=1)
--                           Buffers: shared hit=95
--                     ->  Index Scan using listing_pkey on listing l (actual time=0.006..0.006 rows=1 loops=25)
--                           Index Cond: (id = s.listing_id)
--                           Buffers: shared hit=75
--               ->  Hash (actual time=0.038..0.039 rows=12 loops=1)
--                     Buckets: 1024  Batches: 1  Memory Usage: 9kB
--                     Buffers: shared hit=1
--                     ->  Seq Scan on category c (actual time=0.028..0.031 rows=12 loops=1)
--                           Buffers: shared hit=1
--         ->  Index Scan using account_pkey on account o (actual time=0.004..0.004 rows=1 loops=25)
--               Index Cond: (id = l.owner_id)
--               Buffers: shared hit=75
--         SubPlan 8
--           ->  Limit (actual time=0.016..0.016 rows=1 loops=25)
--                 Buffers: shared hit=75
--                 ->  Index Scan using photo_listing_idx on photo p (actual time=0.015..0.015 rows=1 loops=25)
--                       Index Cond: (listing_id = l.id)
--                       Buffers: shared hit=75
-- Planning:
--   Buffers: shared hit=19
-- Planning Time: 2.166 ms
-- Execution Time: 3.150 ms
