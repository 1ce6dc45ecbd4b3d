-- Deleting a photo finds the rentals that show it.
create index concurrently if not exists rental_photo_idx on rental (photo_id) where photo_id is not null;
