-- Deleting a category finds its listings, archived ones too; the admin's list of categories counts them.
create index concurrently if not exists listing_category_idx on listing (category_id, archived_at);

-- Deleting an account finds all its photos, not only those of no listing.
create index concurrently if not exists photo_owner_idx on photo (owner_id);

-- What waits for an admin, counted on the overview, and listed in the first order of the list.
create index concurrently if not exists listing_waiting_idx on listing (created_at desc, id desc)
  where archived_at is null and status = 'available';

create index concurrently if not exists listing_edited_idx on listing (created_at desc, id desc)
  where archived_at is null and edited_at > moderated_at;
