-- What is asked every minute is found by its day. Of approved rentals that nobody handed over it is the last one;
-- which days of a listing are held is asked of the few rentals that hold any, however many there were.
create index concurrently if not exists rental_lapsing_idx on rental (upper(period)) where status = 'Approved';

create index concurrently if not exists rental_holding_idx on rental (listing_id)
  where status in ('Pending', 'Approved', 'Active');
