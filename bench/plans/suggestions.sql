-- suggestions

with "titled_first" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s where true and hot
  and s.title_tsv @@ to_tsquery('english', '(acoustic:* | acoustic) & (tri:* | electric | tripod | trimmer | trip)') offset 0) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 200),
"titled_all" as materialized (
select s.* from (select s.listing_id, s.title_tsv, "s"."score" as "key_0", "s"."listing_id" as "key_1" from listing_search s
  where true and (select count(*) from "titled_first") < 200
  and s.title_tsv @@ to_tsquery('english', '(acoustic:* | acoustic) & (tri:* | electric | tripod | trimmer | trip)') offset 0) s where true  order by "s"."key_0" desc, "s"."key_1" desc limit 200),
"titled" as materialized (
  select * from "titled_first" where (select count(*) from "titled_first") >= 200 union all select * from "titled_all"),
  by_category as materialized (
    select n.id as listing_id, 0::real as rank, extract(epoch from n.created_at)::real as score
    from category c cross join lateral (
      select l.id, l.created_at from listing l where l.is_public and l.category_id = c.id
      order by l.created_at desc, l.id desc limit 8) n
    where c.name ilike '%acoustic tri%'),
  found as (
    select listing_id, max(rank) as rank, max(score) as score
    from (select listing_id, ts_rank(title_tsv, to_tsquery('english', '(acoustic:* | acoustic) & (tri:* | electric | tripod | trimmer | trip)')) as rank, key_0 as score from titled union all table by_category) z
    group by listing_id order by 2 desc, 3 desc, 1 limit 8)
select l.id, l.title, coalesce(c.name, 'Uncategorized') as category_name, l.price_per_day_centavos, (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths', "p".widths, 'thumbhash', "p".thumbhash) from photo p where p.listing_id = l.id order by p.position limit 1) as photo, l.status from found join listing l on l.id = found.listing_id left join category c on c.id = l.category_id
order by found.rank desc, found.score desc, l.id;

-- Nested Loop Left Join (actual time=0.466..0.577 rows=8 loops=1)
--   Buffers: shared hit=138
--   CTE titled_first
--     ->  Limit (actual time=0.060..0.062 rows=5 loops=1)
--           Buffers: shared hit=20
--           ->  Sort (actual time=0.060..0.061 rows=5 loops=1)
--                 Sort Key: s.score DESC, s.listing_id DESC
--                 Sort Method: quicksort  Memory: 26kB
--                 Buffers: shared hit=20
--                 ->  Bitmap Heap Scan on listing_search s (actual time=0.045..0.054 rows=5 loops=1)
--                       Recheck Cond: ((title_tsv @@ '( ''acoust'':* | ''acoust'' ) & ( ''tri'':* | ''electr'' | ''tripod'' | ''trimmer'' | ''trip'' )'::tsquery) AND hot)
--                       Heap Blocks: exact=5
--                       Buffers: shared hit=20
--                       ->  Bitmap Index Scan on listing_search_title_hot_idx (actual time=0.040..0.041 rows=5 loops=1)
--                             Index Cond: (title_tsv @@ '( ''acoust'':* | ''acoust'' ) & ( ''tri'':* | ''electr'' | ''tripod'' | ''trimmer'' | ''trip'' )'::tsquery)
--                             Buffers: shared hit=15
--   CTE titled_all
--     ->  Limit (actual time=0.201..0.208 rows=41 loops=1)
--           Buffers: shared hit=53
--           ->  Sort (actual time=0.200..0.204 rows=41 loops=1)
--                 Sort Key: s_1.score DESC, s_1.listing_id DESC
--                 Sort Method: quicksort  Memory: 35kB
--                 Buffers: shared hit=53
--                 ->  Result (actual time=0.112..0.175 rows=41 loops=1)
--                       One-Time Filter: ($1 < '200'::bigint)
--                       Buffers: shared hit=53
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.002..0.003 rows=1 loops=1)
--                               ->  CTE Scan on titled_first (actual time=0.000..0.001 rows=5 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_1 (actual time=0.109..0.164 rows=41 loops=1)
--                             Recheck Cond: (title_tsv @@ '( ''acoust'':* | ''acoust'' ) & ( ''tri'':* | ''electr'' | ''tripod'' | ''trimmer'' | ''trip'' )'::tsquery)
--                             Heap Blocks: exact=38
--                             Buffers: shared hit=53
--                             ->  Bitmap Index Scan on listing_search_title_idx (actual time=0.103..0.103 rows=41 loops=1)
--                                   Index Cond: (title_tsv @@ '( ''acoust'':* | ''acoust'' ) & ( ''tri'':* | ''electr'' | ''tripod'' | ''trimmer'' | ''trip'' )'::tsquery)
--                                   Buffers: shared hit=15
--   CTE titled
--     ->  Append (actual time=0.267..0.288 rows=41 loops=1)
--           Buffers: shared hit=73
--           ->  Result (actual time=0.066..0.067 rows=0 loops=1)
--                 One-Time Filter: ($3 >= '200'::bigint)
--                 Buffers: shared hit=20
--                 InitPlan 4 (returns $3)
--                   ->  Aggregate (actual time=0.064..0.065 rows=1 loops=1)
--                         Buffers: shared hit=20
--                         ->  CTE Scan on titled_first titled_first_1 (actual time=0.060..0.062 rows=5 loops=1)
--                               Buffers: shared hit=20
--                 ->  CTE Scan on titled_first titled_first_2 (never executed)
--           ->  CTE Scan on titled_all (actual time=0.201..0.216 rows=41 loops=1)
--                 Buffers: shared hit=53
--   CTE by_category
--     ->  Nested Loop (actual time=0.024..0.025 rows=0 loops=1)
--           Buffers: shared hit=1
--           ->  Seq Scan on category c_1 (actual time=0.024..0.024 rows=0 loops=1)
--                 Filter: (name ~~* '%acoustic tri%'::text)
--                 Rows Removed by Filter: 12
--                 Buffers: shared hit=1
--           ->  Limit (never executed)
--                 ->  Index Only Scan using listing_category_newest_idx on listing l_1 (never executed)
--                       Index Cond: (category_id = c_1.id)
--                       Heap Fetches: 0
--   ->  Nested Loop (actual time=0.434..0.472 rows=8 loops=1)
--         Buffers: shared hit=98
--         ->  Limit (actual time=0.422..0.424 rows=8 loops=1)
--               Buffers: shared hit=74
--               ->  Sort (actual time=0.421..0.422 rows=8 loops=1)
--                     Sort Key: (max((ts_rank(titled.title_tsv, '( ''acoust'':* | ''acoust'' ) & ( ''tri'':* | ''electr'' | ''tripod'' | ''trimmer'' | ''trip'' )'::tsquery)))) DESC, (max(titled.key_0)) DESC, titled.listing_id
--                     Sort Method: top-N heapsort  Memory: 26kB
--                     Buffers: shared hit=74
--                     ->  HashAggregate (actual time=0.402..0.408 rows=41 loops=1)
--                           Group Key: titled.listing_id
--                           Batches: 1  Memory Usage: 24kB
--                           Buffers: shared hit=74
--                           ->  Append (actual time=0.274..0.385 rows=41 loops=1)
--                                 Buffers: shared hit=74
--                                 ->  CTE Scan on titled (actual time=0.273..0.355 rows=41 loops=1)
--                                       Buffers: shared hit=73
--                                 ->  CTE Scan on by_category (actual time=0.025..0.025 rows=0 loops=1)
--                                       Buffers: shared hit=1
--         ->  Index Scan using listing_pkey on listing l (actual time=0.005..0.005 rows=1 loops=8)
--               Index Cond: (id = titled.listing_id)
--               Buffers: shared hit=24
--   ->  Index Scan using category_pkey on category c (actual time=0.001..0.001 rows=1 loops=8)
--         Index Cond: (id = l.category_id)
--         Buffers: shared hit=16
--   SubPlan 7
--     ->  Limit (actual time=0.010..0.010 rows=1 loops=8)
--           Buffers: shared hit=24
--           ->  Index Scan using photo_listing_idx on photo p (actual time=0.010..0.010 rows=1 loops=8)
--                 Index Cond: (listing_id = l.id)
--                 Buffers: shared hit=24
-- Planning:
--   Buffers: shared hit=12
-- Planning Time: 1.704 ms
-- Execution Time: 0.710 ms
