-- Indexes every word of titles and tags, also stop words such as "over", which `english` leaves out: a title may
-- consist of stop words only.
drop text search configuration if exists title_words;
drop text search dictionary if exists english_stem_no_stop;
create text search dictionary english_stem_no_stop (template = snowball, language = english);
create text search configuration title_words (copy = english);
alter text search configuration title_words alter mapping replace english_stem with english_stem_no_stop;

-- A listing's row in the catalogue. Title and tags now use `title_words`; the description still uses `english`.
create or replace function listing_search_row(l listing) returns setof listing_search language sql stable as $$
  select l.id, coalesce(l.category_id, 0), l.price_per_day_centavos, l.created_at, l.rating_average, l.rating_count,
    l.rental_count,
    l.favorite_count,
    (ln(1 + l.rental_count) + extract(epoch from l.created_at) / 31557600.0
      + case when l.rating_count = 0 then 0 else (l.rating_average - 3.5) * l.rating_count
        / (l.rating_count + 3) end)::real,
    false, words, words || setweight(to_tsvector('english', words_text(l.description)), 'C')
  from (select setweight(to_tsvector('title_words', words_text(l.title)), 'A')
    || setweight(to_tsvector('title_words', words_text(tags_text(l.tags))), 'B') as words) t
$$;

-- The listings whose row was made without stop words that they have.
create table if not exists listing_search_to_refill (listing_id uuid primary key);

insert into listing_search_to_refill
  select s.listing_id from listing_search s join listing l on l.id = s.listing_id
  where length(s.title_tsv) <> length(to_tsvector('title_words', words_text(l.title || ' ' || tags_text(l.tags))))
  on conflict do nothing;

-- Repeat: some thousand rows at a time.
with batch as (select listing_id from listing_search_to_refill order by listing_id limit 2000),
  filled as (
    update listing_search s set title_tsv = r.title_tsv, all_tsv = r.all_tsv
    from batch join listing l on l.id = batch.listing_id cross join lateral listing_search_row(l) r
    where s.listing_id = batch.listing_id)
delete from listing_search_to_refill where listing_id in (select listing_id from batch);

drop table if exists listing_search_to_refill;
