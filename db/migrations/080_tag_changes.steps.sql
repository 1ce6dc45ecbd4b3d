-- A listing whose title or tags change takes only the words that it loses from the search's words, and adds only those
-- that it gains: before, renaming a tag wrote every other word of each listing too.
create or replace function keep_listing_search() returns trigger language plpgsql as $$
declare
  was_public boolean := tg_op <> 'INSERT' and old.is_public;
  is_public boolean := tg_op <> 'DELETE' and new.is_public;
  same_words boolean := was_public and is_public and old.title = new.title and old.tags = new.tags;
  words_before text[] := '{}';
  words_after text[] := '{}';
begin
  if was_public and not same_words then
    words_before := array(select listing_words(old.title, old.tags));
  end if;
  if is_public and not same_words then
    words_after := array(select listing_words(new.title, new.tags));
  end if;
  if words_before <> words_after then
    update search_term set listing_count = listing_count - 1
    where word = any(words_before) and word <> all(words_after);
    delete from search_term where listing_count <= 0 and word = any(words_before) and word <> all(words_after);
    insert into search_term (word, listing_count)
    select w, 1 from unnest(words_after) w where w <> all(words_before) order by w
    on conflict (word) do update set listing_count = search_term.listing_count + 1;
  end if;
  if was_public and not is_public then
    delete from listing_search where listing_id = old.id;
  elsif same_words and old.description = new.description then
    update listing_search s set category_id = r.category_id, price_per_day_centavos = r.price_per_day_centavos,
      created_at = r.created_at, rating_average = r.rating_average, rating_count = r.rating_count,
      rental_count = r.rental_count, favorite_count = r.favorite_count, score = r.score
    from listing_search_row(new) r where s.listing_id = new.id;
  elsif is_public then
    insert into listing_search select * from listing_search_row(new)
    on conflict (listing_id) do update set category_id = excluded.category_id,
      price_per_day_centavos = excluded.price_per_day_centavos, created_at = excluded.created_at,
      rating_average = excluded.rating_average, rating_count = excluded.rating_count,
      rental_count = excluded.rental_count, favorite_count = excluded.favorite_count, score = excluded.score,
      title_tsv = excluded.title_tsv, all_tsv = excluded.all_tsv;
  end if;
  return null;
end $$;

-- Finds the listings that have a tag.
create index concurrently if not exists listing_tags_idx on listing using gin (tags);
