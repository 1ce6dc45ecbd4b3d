-- search, two words by price, of 1,000,000 listings

with "found_step_0" as materialized (select s.* from (select s.listing_id, s.title_tsv, "s"."key_0", "s"."key_1", "s"."key_2" from (
  select s.listing_id, s.title_tsv,
-s.price_per_day_centavos as "key_0", "s"."created_at" as "key_1", "s"."listing_id" as "key_2", s.all_tsv, s.category_id, s.price_per_day_centavos from listing_search s
  where true
  order by -s.price_per_day_centavos desc, "s"."created_at" desc, "s"."listing_id" desc limit 1500) s
where true  and "s"."all_tsv" @@ (to_tsquery('title_words', 'cooler | cooleracoustic') && to_tsquery('title_words', 'acoustic | cooleracoustic'))) s where true
  order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc limit 25), "found_step_1" as materialized (select s.* from (
select s.listing_id, s.title_tsv,
-s.price_per_day_centavos as "key_0", "s"."created_at" as "key_1", "s"."listing_id" as "key_2" from listing_search s where true and not (select count(*) from "found_step_0") >= 25
  and "s"."all_tsv" @@ (to_tsquery('title_words', 'cooler | cooleracoustic') && to_tsquery('title_words', 'acoustic | cooleracoustic'))
 offset 0) s where true
  order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc limit 25),
"found" as materialized (select * from "found_step_0" where (select count(*) from "found_step_0") >= 25 union all select * from "found_step_1")
select l.id, l.title, l.price_per_day_centavos, l.location, coalesce(c.name, 'Uncategorized') as category_name,
  l.rating_average, l.rating_count, o.public_name as owner_name, (select jsonb_build_object('id', "p".id, 'width', "p".width, 'height', "p".height, 'widths',
"p".widths, 'thumbhash', left("p".thumbhash, 4)) from photo p
  where p.listing_id = l.id order by p.position limit 1) as photo,
  false as is_favorite, jsonb_build_array("s"."key_0", to_char("s"."key_1" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), "s"."key_2") as key
from found s join listing l on l.id = s.listing_id left join category c on c.id = l.category_id join account o on o.id = l.owner_id order by "s"."key_0" desc, "s"."key_1" desc, "s"."key_2" desc;

-- Sort (actual time=30.405..30.418 rows=25 loops=1)
--   Sort Key: s.key_0 DESC, s.key_1 DESC, s.key_2 DESC
--   Sort Method: quicksort  Memory: 36kB
--   Buffers: shared hit=3235
--   CTE found_step_0
--     ->  Limit (actual time=3.283..3.286 rows=0 loops=1)
--           Buffers: shared hit=1512
--           ->  Subquery Scan on s_1 (actual time=3.282..3.284 rows=0 loops=1)
--                 Filter: (s_1.all_tsv @@ '( ''cooler'' | ''cooleracoust'' ) & ( ''acoust'' | ''cooleracoust'' )'::tsquery)
--                 Rows Removed by Filter: 1500
--                 Buffers: shared hit=1512
--                 ->  Limit (actual time=0.020..2.889 rows=1500 loops=1)
--                       Buffers: shared hit=1512
--                       ->  Index Scan using listing_search_cheap_idx on listing_search s_2 (actual time=0.020..2.805 rows=1500 loops=1)
--                             Buffers: shared hit=1512
--   CTE found_step_1
--     ->  Limit (actual time=26.365..26.371 rows=25 loops=1)
--           Buffers: shared hit=1422
--           ->  Sort (actual time=26.363..26.368 rows=25 loops=1)
--                 Sort Key: ((- s_3.price_per_day_centavos)) DESC, s_3.created_at DESC, s_3.listing_id DESC
--                 Sort Method: top-N heapsort  Memory: 36kB
--                 Buffers: shared hit=1422
--                 ->  Result (actual time=20.033..26.095 rows=1362 loops=1)
--                       One-Time Filter: ($1 < '25'::bigint)
--                       Buffers: shared hit=1422
--                       InitPlan 2 (returns $1)
--                         ->  Aggregate (actual time=0.002..0.003 rows=1 loops=1)
--                               ->  CTE Scan on found_step_0 (actual time=0.001..0.001 rows=0 loops=1)
--                       ->  Bitmap Heap Scan on listing_search s_3 (actual time=20.024..25.921 rows=1362 loops=1)
--                             Recheck Cond: (all_tsv @@ '( ''cooler'' | ''cooleracoust'' ) & ( ''acoust'' | ''cooleracoust'' )'::tsquery)
--                             Heap Blocks: exact=1351
--                             Buffers: shared hit=1422
--                             ->  Bitmap Index Scan on listing_search_word_price_idx (actual time=19.904..19.904 rows=1362 loops=1)
--                                   Index Cond: (all_tsv @@ '( ''cooler'' | ''cooleracoust'' ) & ( ''acoust'' | ''cooleracoust'' )'::tsquery)
--                                   Buffers: shared hit=71
--   CTE found
--     ->  Append (actual time=29.658..29.670 rows=25 loops=1)
--           Buffers: shared hit=2934
--           ->  Result (actual time=3.290..3.292 rows=0 loops=1)
--                 One-Time Filter: ($3 >= '25'::bigint)
--                 Buffers: shared hit=1512
--                 InitPlan 4 (returns $3)
--                   ->  Aggregate (actual time=3.286..3.288 rows=1 loops=1)
--                         Buffers: shared hit=1512
--                         ->  CTE Scan on found_step_0 found_step_0_1 (actual time=3.284..3.284 rows=0 loops=1)
--                               Buffers: shared hit=1512
--                 ->  CTE Scan on found_step_0 found_step_0_2 (never executed)
--           ->  CTE Scan on found_step_1 (actual time=26.367..26.373 rows=25 loops=1)
--                 Buffers: shared hit=1422
--   ->  Nested Loop (actual time=29.778..30.387 rows=25 loops=1)
--         Buffers: shared hit=3235
--         ->  Hash Left Join (actual time=29.713..29.927 rows=25 loops=1)
--               Hash Cond: (l.category_id = c.id)
--               Buffers: shared hit=3035
--               ->  Nested Loop (actual time=29.685..29.894 rows=25 loops=1)
--                     Buffers: shared hit=3034
--                     ->  CTE Scan on found s (actual time=29.659..29.672 rows=25 loops=1)
--                           Buffers: shared hit=2934
--                     ->  Index Scan using listing_pkey on listing l (actual time=0.008..0.008 rows=1 loops=25)
--                           Index Cond: (id = s.listing_id)
--                           Buffers: shared hit=100
--               ->  Hash (actual time=0.013..0.013 rows=12 loops=1)
--                     Buckets: 1024  Batches: 1  Memory Usage: 9kB
--                     Buffers: shared hit=1
--                     ->  Seq Scan on category c (actual time=0.008..0.009 rows=12 loops=1)
--                           Buffers: shared hit=1
--         ->  Index Scan using account_pkey on account o (actual time=0.005..0.005 rows=1 loops=25)
--               Index Cond: (id = l.owner_id)
--               Buffers: shared hit=100
--         SubPlan 6
--           ->  Limit (actual time=0.011..0.011 rows=1 loops=25)
--                 Buffers: shared hit=100
--                 ->  Index Scan using photo_listing_idx on photo p (actual time=0.010..0.010 rows=1 loops=25)
--                       Index Cond: (listing_id = l.id)
--                       Buffers: shared hit=100
-- Planning:
--   Buffers: shared hit=31
-- Planning Time: 2.384 ms
-- Execution Time: 30.529 ms

select -1 as typed, '' as word, greatest(reltuples, 1)::int as listing_count
from pg_class where oid = 'listing_search'::regclass union all select -2, word, 0 from unnest(array['cooler', 'acoustic']::text[]) word
where (to_tsvector('english', word) = '' or word = any(array['ang', 'ay', 'ba', 'din', 'ito', 'iyan', 'iyon', 'ka', 'kay', 'ko', 'kung', 'lang', 'may', 'mayroon', 'meron', 'mga', 'mo', 'na', 'naman', 'nang', 'ng', 'ni', 'nina', 'niya', 'pang', 'para', 'po', 'rin', 'sa', 'si', 'sina', 'yung']::text[])) union all select -3, name, id from (
  select name, id from category union all select 'Uncategorized', 0) c
where false and name ilike all(array['%cooler%', '%acoustic%']::text[]) union all select -4, word, listing_count from search_term where word = any(array['cooler', 'ooler', 'oler', 'coo', 'ler', 'cool', 'coole', 'cooleracoustic', 'acoustic', 'coustic', 'oustic', 'aco', 'ustic', 'acou', 'stic', 'acous', 'tic', 'acoust', 'acousti']::text[]) union all (select 0::int, word, listing_count from search_term where word like 'cooler'
  order by listing_count desc, word limit 21) union all (select 1::int, word, listing_count from search_term where word like 'acoustic%'
  order by listing_count desc, word limit 21);

-- Append (actual time=0.020..0.112 rows=5 loops=1)
--   Buffers: shared hit=49
--   ->  Index Scan using pg_class_oid_index on pg_class (actual time=0.020..0.021 rows=1 loops=1)
--         Index Cond: (oid = '18277'::oid)
--         Buffers: shared hit=3
--   ->  Function Scan on unnest word (actual time=0.021..0.021 rows=0 loops=1)
--         Filter: ((to_tsvector('english'::regconfig, word) = ''::tsvector) OR (word = ANY ('{ang,ay,ba,din,ito,iyan,iyon,ka,kay,ko,kung,lang,may,mayroon,meron,mga,mo,na,naman,nang,ng,ni,nina,niya,pang,para,po,rin,sa,si,sina,yung}'::text[])))
--         Rows Removed by Filter: 2
--   ->  Index Scan using search_term_beginning_idx on search_term (actual time=0.020..0.051 rows=2 loops=1)
--         Index Cond: (word = ANY ('{cooler,ooler,oler,coo,ler,cool,coole,cooleracoustic,acoustic,coustic,oustic,aco,ustic,acou,stic,acous,tic,acoust,acousti}'::text[]))
--         Buffers: shared hit=40
--   ->  Limit (actual time=0.009..0.010 rows=1 loops=1)
--         Buffers: shared hit=3
--         ->  Sort (actual time=0.009..0.009 rows=1 loops=1)
--               Sort Key: search_term_1.listing_count DESC, search_term_1.word
--               Sort Method: quicksort  Memory: 25kB
--               Buffers: shared hit=3
--               ->  Index Scan using search_term_beginning_idx on search_term search_term_1 (actual time=0.002..0.002 rows=1 loops=1)
--                     Index Cond: (word = 'cooler'::text)
--                     Filter: (word ~~ 'cooler'::text)
--                     Buffers: shared hit=3
--   ->  Limit (actual time=0.006..0.007 rows=1 loops=1)
--         Buffers: shared hit=3
--         ->  Sort (actual time=0.006..0.007 rows=1 loops=1)
--               Sort Key: search_term_2.listing_count DESC, search_term_2.word
--               Sort Method: quicksort  Memory: 25kB
--               Buffers: shared hit=3
--               ->  Bitmap Heap Scan on search_term search_term_2 (actual time=0.004..0.004 rows=1 loops=1)
--                     Filter: (word ~~ 'acoustic%'::text)
--                     Heap Blocks: exact=1
--                     Buffers: shared hit=3
--                     ->  Bitmap Index Scan on search_term_beginning_idx (actual time=0.002..0.002 rows=1 loops=1)
--                           Index Cond: ((word ~>=~ 'acoustic'::text) AND (word ~<~ 'acoustid'::text))
--                           Buffers: shared hit=2
-- Planning:
--   Buffers: shared hit=3
-- Planning Time: 0.277 ms
-- Execution Time: 0.146 ms
