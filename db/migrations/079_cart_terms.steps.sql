-- What a renter saw of a listing besides its price when they put it into their cart. Null, as in lines of before, is
-- not compared.
alter table cart_line add column if not exists seen_deposit_centavos integer,
  add column if not exists seen_policy text;
