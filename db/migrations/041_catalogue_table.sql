-- Every page of the catalogue comes from one narrow table: whatever it is narrowed and ordered by is a column of it,
-- so that a million listings are walked, or collected and sorted, without reading their texts.
drop trigger listing_search_keeper on listing;
drop function keep_listing_search();
drop table listing_search;
drop index listing_price_idx, listing_price_down_idx, listing_rating_idx;

create table listing_search (
  listing_id uuid primary key references listing (id) on delete cascade,
  -- 0 for none: an index gives an order only within a value.
  category_id integer not null,
  price_per_day_centavos integer not null,
  created_at timestamptz not null,
  rating_average real not null,
  rating_count integer not null,
  rental_count integer not null,
  favorite_count integer not null,
  score real not null,
  hot boolean not null default false,
  title_tsv tsvector not null,
  all_tsv tsvector not null
);
alter table listing_search
  alter column title_tsv set statistics 1000,
  alter column all_tsv set statistics 1000;

-- A listing's row in the catalogue. A year of age weighs as much as a rental; a rating weighs more if more people gave
-- one.
create function listing_search_row(l listing) returns setof listing_search language sql stable as $$
  select l.id, coalesce(l.category_id, 0), l.price_per_day_centavos, l.created_at, l.rating_average, l.rating_count,
    l.rental_count,
    l.favorite_count,
    (ln(1 + l.rental_count) + extract(epoch from l.created_at) / 31557600.0
      + case when l.rating_count = 0 then 0 else (l.rating_average - 3.5) * l.rating_count
        / (l.rating_count + 3) end)::real,
    false, words, words || setweight(to_tsvector('english', words_text(l.description)), 'C')
  from (select setweight(to_tsvector('english', words_text(l.title)), 'A')
    || setweight(to_tsvector('english', words_text(tags_text(l.tags))), 'B') as words) t
$$;

-- Fills both tables of the search again from the listings: after an upgrade, or after loading listings without
-- triggers.
create function fill_listing_search() returns void language plpgsql as $$
declare
  line real := (select percentile_disc(0.95) within group (order by s.score)
    from listing l cross join lateral listing_search_row(l) s where l.is_public);
begin
  delete from listing_search;
  delete from search_term;
  insert into listing_search
    select s.listing_id, s.category_id, s.price_per_day_centavos, s.created_at, s.rating_average, s.rating_count,
      s.rental_count,
      s.favorite_count, s.score, s.score >= line, s.title_tsv, s.all_tsv
    from listing l cross join lateral listing_search_row(l) s where l.is_public;
  insert into search_term (word, listing_count)
    select w, count(*) from listing l cross join lateral listing_words(l.title, l.tags) w where l.is_public group by w;
end $$;

-- A listing with unchanged texts keeps its vectors.
create function keep_listing_search() returns trigger language plpgsql as $$
declare
  was_public boolean := tg_op <> 'INSERT' and old.is_public;
  is_public boolean := tg_op <> 'DELETE' and new.is_public;
  same_words boolean := was_public and is_public and old.title = new.title and old.tags = new.tags;
begin
  if was_public and not same_words then
    update search_term set listing_count = listing_count - 1
    where word in (select listing_words(old.title, old.tags));
    delete from search_term where listing_count <= 0 and word in (select listing_words(old.title, old.tags));
  end if;
  if is_public and not same_words then
    insert into search_term (word, listing_count)
    select w, 1 from listing_words(new.title, new.tags) w order by w
    on conflict (word) do update set listing_count = search_term.listing_count + 1;
  end if;
  if was_public and not is_public then
    delete from listing_search where listing_id = old.id;
  elsif same_words and old.description = new.description then
    update listing_search s set category_id = r.category_id, price_per_day_centavos = r.price_per_day_centavos,
      created_at = r.created_at, rating_average = r.rating_average, rating_count = r.rating_count,
        rental_count = r.rental_count,
      favorite_count = r.favorite_count, score = r.score
    from listing_search_row(new) r where s.listing_id = new.id;
  elsif is_public then
    insert into listing_search select * from listing_search_row(new)
    on conflict (listing_id) do update set category_id = excluded.category_id,
      price_per_day_centavos = excluded.price_per_day_centavos, created_at = excluded.created_at,
      rating_average = excluded.rating_average, rating_count = excluded.rating_count,
        rental_count = excluded.rental_count,
      favorite_count = excluded.favorite_count, score = excluded.score,
      title_tsv = excluded.title_tsv, all_tsv = excluded.all_tsv;
  end if;
  return null;
end $$;
create trigger listing_search_keeper
  after insert or delete or update of status, archived_at, paused_at, taken_down_at, owner_suspended, title,
    description, tags,
    category_id, price_per_day_centavos, created_at, rental_count, rating_count, rating_sum, favorite_count on listing
  for each row execute function keep_listing_search();

select fill_listing_search();

create index listing_search_title_idx on listing_search using gin (title_tsv) with (fastupdate = off);
create index listing_search_all_idx on listing_search using gin (all_tsv) with (fastupdate = off);
create index listing_search_title_hot_idx on listing_search using gin (title_tsv) with (fastupdate = off) where hot;
-- Each order of the catalogue, over all and within a category. Everything is the most first, so that one comparison
-- of rows tells what comes after a place: the cheapest is the most of what it is less.
create index listing_search_newest_idx on listing_search (created_at desc, listing_id desc);
create index listing_search_cheap_idx on listing_search ((-price_per_day_centavos) desc, created_at desc,
  listing_id desc);
create index listing_search_dear_idx on listing_search (price_per_day_centavos desc, created_at desc, listing_id desc);
create index listing_search_rating_idx
  on listing_search (rating_average desc, rating_count desc, created_at desc, listing_id desc);
create index listing_search_popular_idx
  on listing_search (rental_count desc, favorite_count desc, created_at desc, listing_id desc);
create index listing_search_score_idx on listing_search (score desc, listing_id desc);
create index listing_search_category_newest_idx on listing_search (category_id, created_at desc, listing_id desc);
create index listing_search_category_cheap_idx
  on listing_search (category_id, (-price_per_day_centavos) desc, created_at desc, listing_id desc);
create index listing_search_category_dear_idx
  on listing_search (category_id, price_per_day_centavos desc, created_at desc, listing_id desc);
create index listing_search_category_rating_idx
  on listing_search (category_id, rating_average desc, rating_count desc, created_at desc, listing_id desc);
create index listing_search_category_popular_idx
  on listing_search (category_id, rental_count desc, favorite_count desc, created_at desc, listing_id desc);
create index listing_search_category_score_idx on listing_search (category_id, score desc, listing_id desc);
-- Finds listings that became hot, or stopped being hot, without reading the others.
create index listing_search_hot_idx on listing_search (score) where hot;
create index listing_search_cold_idx on listing_search (score) where not hot;

-- Suggestions ask for words by their beginning.
create index search_term_beginning_idx on search_term (word text_pattern_ops);
