-- search, cheap things by price, of 1,000,000 listings

with "found_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1", "s"."key_2" from (
  select s.listing_id, s.title_tsv,
"s"."price_per_day_centavos" as "key_0", "s"."created_at" as "key_1", "s"."listing_id" as "key_2", s.all_tsv, s.category_id, s.price_per_day_centavos from listing_search s
  where true
  order by "s"."price_per_day_centavos" desc, "s"."created_at" desc, "s"."listing_id" desc limit 3000) s
where true  and "s"."all_tsv" @@ (to_tsquery('title_words', 'ladder'))) s where true
  order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc limit 25), "found_step_1" as materialized (select s.* from (select s.* from generate_series(price_band(2147483647::integer), price_band(0::integer), -1::integer) band
cross join lateral (
select s.listing_id, s.title_tsv,
"s"."price_per_day_centavos" as "key_0", "s"."created_at" as "key_1", "s"."listing_id" as "key_2" from listing_search s where price_band(s.price_per_day_centavos) = band
  and "s"."all_tsv" @@ (to_tsquery('title_words', 'ladder'))
order by "key_0" desc, "key_1" desc, "key_2" desc offset 0) s where true and not (select count(*) from "found_step_0") >= 25) s where true
   limit 25),
"found" as materialized (select * from "found_step_0" where (select count(*) from "found_step_0") >= 25 union all select * from "found_step_1")
select l.id, l.title, l.price_per_day_centavos, l.location, coalesce(c.name, 'Uncategorized') as category_name,
  l.rating_average, l.rating_count, o.public_name as owner_name, (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths',
"p".widths, 'thumbhash', left("p".thumbhash, 4)) from photo p
  where p.listing_id = l.id order by p.position limit 1) as photo,
  false as is_favorite, jsonb_build_array("s"."key_0", to_char("s"."key_1" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), "s"."key_2") as key
from found s join listing l on l.id = s.listing_id left join category c on c.id = l.category_id join account o on o.id = l.owner_id order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc;

-- Sort (actual time=30.494..30.508 rows=25 loops=1)
--   Sort Key: s.key_0 DESC, s.key_1 DESC, s.key_2 DESC
--   Sort Method: quicksort  Memory: 36kB
--   Buffers: shared hit=3639
--   CTE found_step_0
--     ->  Limit (actual time=11.098..11.101 rows=0 loops=1)
--           Buffers: shared hit=3021
--           ->  Subquery Scan on s_1 (actual time=11.097..11.099 rows=0 loops=1)
--                 Filter: (s_1.all_tsv @@ '''ladder'''::tsquery)
--                 Rows Removed by Filter: 3000
--                 Buffers: shared hit=3021
--                 ->  Limit (actual time=0.015..10.300 rows=3000 loops=1)
--                       Buffers: shared hit=3021
--                       ->  Index Scan using listing_search_dear_idx on listing_search s_2 (actual time=0.015..10.130 rows=3000 loops=1)
--                             Buffers: shared hit=3021
--   CTE found_step_1
--     ->  Limit (actual time=18.043..18.059 rows=25 loops=1)
--           Buffers: shared hit=317
--           InitPlan 2 (returns $1)
--             ->  Aggregate (actual time=0.002..0.003 rows=1 loops=1)
--                   ->  CTE Scan on found_step_0 (actual time=0.001..0.001 rows=0 loops=1)
--           ->  Result (actual time=18.042..18.055 rows=25 loops=1)
--                 One-Time Filter: ($1 < '25'::bigint)
--                 Buffers: shared hit=317
--                 ->  Nested Loop (actual time=18.036..18.045 rows=25 loops=1)
--                       Buffers: shared hit=317
--                       ->  Function Scan on generate_series band (actual time=0.010..0.012 rows=13 loops=1)
--                       ->  Sort (actual time=1.385..1.386 rows=2 loops=13)
--                             Sort Key: s_3.price_per_day_centavos DESC, s_3.created_at DESC, s_3.listing_id DESC
--                             Sort Method: quicksort  Memory: 34kB
--                             Buffers: shared hit=317
--                             ->  Bitmap Heap Scan on listing_search s_3 (actual time=1.369..1.380 rows=4 loops=13)
--                                   Recheck Cond: ((all_tsv @@ '''ladder'''::tsquery) AND (width_bucket(price_per_day_centavos, '{5000,7500,10000,15000,20000,30000,40000,60000,80000,120000,160000,240000,320000,480000,640000,1000000,1500000,2500000,5000000,10000000}'::integer[]) = band.band))
--                                   Heap Blocks: exact=49
--                                   Buffers: shared hit=317
--                                   ->  Bitmap Index Scan on listing_search_word_price_idx (actual time=1.367..1.367 rows=4 loops=13)
--                                         Index Cond: ((all_tsv @@ '''ladder'''::tsquery) AND (width_bucket(price_per_day_centavos, '{5000,7500,10000,15000,20000,30000,40000,60000,80000,120000,160000,240000,320000,480000,640000,1000000,1500000,2500000,5000000,10000000}'::integer[]) = band.band))
--                                         Buffers: shared hit=268
--   CTE found
--     ->  Append (actual time=29.153..29.178 rows=25 loops=1)
--           Buffers: shared hit=3338
--           ->  Result (actual time=11.105..11.107 rows=0 loops=1)
--                 One-Time Filter: ($4 >= '25'::bigint)
--                 Buffers: shared hit=3021
--                 InitPlan 4 (returns $4)
--                   ->  Aggregate (actual time=11.102..11.102 rows=1 loops=1)
--                         Buffers: shared hit=3021
--                         ->  CTE Scan on found_step_0 found_step_0_1 (actual time=11.098..11.099 rows=0 loops=1)
--                               Buffers: shared hit=3021
--                 ->  CTE Scan on found_step_0 found_step_0_2 (never executed)
--           ->  CTE Scan on found_step_1 (actual time=18.046..18.066 rows=25 loops=1)
--                 Buffers: shared hit=317
--   ->  Nested Loop (actual time=29.279..30.476 rows=25 loops=1)
--         Buffers: shared hit=3639
--         ->  Hash Left Join (actual time=29.211..29.925 rows=25 loops=1)
--               Hash Cond: (l.category_id = c.id)
--               Buffers: shared hit=3439
--               ->  Nested Loop (actual time=29.180..29.884 rows=25 loops=1)
--                     Buffers: shared hit=3438
--                     ->  CTE Scan on found s (actual time=29.154..29.182 rows=25 loops=1)
--                           Buffers: shared hit=3338
--                     ->  Index Scan using listing_pkey on listing l (actual time=0.027..0.027 rows=1 loops=25)
--                           Index Cond: (id = s.listing_id)
--                           Buffers: shared hit=100
--               ->  Hash (actual time=0.016..0.016 rows=12 loops=1)
--                     Buckets: 1024  Batches: 1  Memory Usage: 9kB
--                     Buffers: shared hit=1
--                     ->  Seq Scan on category c (actual time=0.011..0.012 rows=12 loops=1)
--                           Buffers: shared hit=1
--         ->  Index Scan using account_pkey on account o (actual time=0.007..0.007 rows=1 loops=25)
--               Index Cond: (id = l.owner_id)
--               Buffers: shared hit=100
--         SubPlan 6
--           ->  Limit (actual time=0.012..0.012 rows=1 loops=25)
--                 Buffers: shared hit=100
--                 ->  Index Scan using photo_listing_idx on photo p (actual time=0.012..0.012 rows=1 loops=25)
--                       Index Cond: (listing_id = l.id)
--                       Buffers: shared hit=100
-- Planning:
--   Buffers: shared hit=31
-- Planning Time: 0.800 ms
-- Execution Time: 30.610 ms

select -1 as typed, '' as word, greatest(reltuples, 1)::int as listing_count
from pg_class where oid = 'listing_search'::regclass union all select -2, word, 0 from unnest(array['ladder']::text[]) word
where (to_tsvector('english', word) = '' or word = any(array['ang', 'ay', 'ba', 'din', 'ito', 'iyan', 'iyon', 'ka', 'kay', 'ko', 'kung', 'lang', 'may', 'mayroon', 'meron', 'mga', 'mo', 'na', 'naman', 'nang', 'ng', 'ni', 'nina', 'niya', 'pang', 'para', 'po', 'rin', 'sa', 'si', 'sina', 'yung']::text[])) union all select -3, name, id from (
  select name, id from category union all select 'Uncategorized', 0) c
where false and name ilike all(array['%ladder%']::text[]) union all select -4, word, listing_count from search_term where word = any(array['ladder', 'adder', 'dder', 'lad', 'der', 'ladd', 'ladde']::text[]) union all (select 0::int, word, listing_count from search_term where word like 'ladder%'
  order by listing_count desc, word limit 21);

-- Append (actual time=0.011..0.067 rows=3 loops=1)
--   Buffers: shared hit=21
--   ->  Index Scan using pg_class_oid_index on pg_class (actual time=0.011..0.011 rows=1 loops=1)
--         Index Cond: (oid = '18277'::oid)
--         Buffers: shared hit=3
--   ->  Function Scan on unnest word (actual time=0.013..0.013 rows=0 loops=1)
--         Filter: ((to_tsvector('english'::regconfig, word) = ''::tsvector) OR (word = ANY ('{ang,ay,ba,din,ito,iyan,iyon,ka,kay,ko,kung,lang,may,mayroon,meron,mga,mo,na,naman,nang,ng,ni,nina,niya,pang,para,po,rin,sa,si,sina,yung}'::text[])))
--         Rows Removed by Filter: 1
--   ->  Index Scan using search_term_pkey on search_term (actual time=0.028..0.028 rows=1 loops=1)
--         Index Cond: (word = ANY ('{ladder,adder,dder,lad,der,ladd,ladde}'::text[]))
--         Buffers: shared hit=15
--   ->  Limit (actual time=0.013..0.013 rows=1 loops=1)
--         Buffers: shared hit=3
--         ->  Sort (actual time=0.012..0.013 rows=1 loops=1)
--               Sort Key: search_term_1.listing_count DESC, search_term_1.word
--               Sort Method: quicksort  Memory: 25kB
--               Buffers: shared hit=3
--               ->  Index Scan using search_term_beginning_idx on search_term search_term_1 (actual time=0.009..0.010 rows=1 loops=1)
--                     Index Cond: ((word ~>=~ 'ladder'::text) AND (word ~<~ 'laddes'::text))
--                     Filter: (word ~~ 'ladder%'::text)
--                     Buffers: shared hit=3
-- Planning:
--   Buffers: shared hit=2
-- Planning Time: 0.176 ms
-- Execution Time: 0.085 ms
