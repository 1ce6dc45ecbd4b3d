-- Each section of a person's tracker is a page by itself: their rentals in a state, the newest first.
create index rental_renter_status_idx on rental (renter_id, status, created_at desc, id desc);
create index rental_owner_status_idx on rental (owner_id, status, created_at desc, id desc);
