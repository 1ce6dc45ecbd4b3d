-- The highest price first, and the newest first for equal prices: reading listing_price_idx backwards can't give both.
create index listing_price_down_idx on listing (price_per_day_centavos desc, created_at desc, id desc) where is_public;
