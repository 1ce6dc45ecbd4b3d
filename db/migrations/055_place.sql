-- Where something is handed over, and a phone: of an account the delivery address it used last, of a listing where its
-- owner hands it over, of a rental the delivery address as its renter gave it. goes_at is when a rental's one goes.
create table place (
  account_id uuid constraint place_once_for_account unique references account (id) on delete cascade,
  listing_id uuid constraint place_once_for_listing unique references listing (id) on delete cascade,
  rental_id uuid constraint place_once_for_rental unique references rental (id) on delete cascade,
  street text not null check (length(street) between 1 and 200),
  barangay text not null check (length(barangay) between 1 and 100),
  barangay_code text not null check (barangay_code ~ '^[0-9]{10}$'),
  city text not null check (length(city) between 1 and 120),
  city_code text not null check (city_code ~ '^[0-9]{10}$'),
  phone text not null check (phone ~ '^\+63[0-9]{9,10}$'),
  note text not null check (length(note) <= 500),
  changed_at timestamptz not null,
  goes_at timestamptz,
  constraint place_of_one check (num_nonnulls(account_id, listing_id, rental_id) = 1),
  constraint place_goes_with_rental check (goes_at is null or rental_id is not null)
);
create index place_goes_at_idx on place (goes_at) where goes_at is not null;
