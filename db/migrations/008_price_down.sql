-- Dearest first, and the newest first among equals: no backward walk of listing_price_idx gives both.
create index listing_price_down_idx on listing (price_per_day_centavos desc, created_at desc, id desc) where is_public;
