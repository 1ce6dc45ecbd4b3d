-- Which of some ranges a price per day is in, from cheap to dear: an index by words can hold it.
create or replace function price_band(centavos integer) returns integer
  language sql immutable parallel safe as $$
  select width_bucket(centavos, array[5000, 7500, 10000, 15000, 20000, 30000, 40000, 60000, 80000, 120000, 160000,
    240000, 320000, 480000, 640000, 1000000, 1500000, 2500000, 5000000, 10000000])
$$;

-- The index by words also holds the range of the price, so the dearest or cheapest with a word are found without
-- reading the prices of all with that word.
drop index concurrently if exists listing_search_word_price_idx;

create index concurrently if not exists listing_search_word_price_idx
  on listing_search using gin (all_tsv, category_id, price_band(price_per_day_centavos)) with (fastupdate = off);

drop index concurrently if exists listing_search_word_idx;

analyze listing_search;
