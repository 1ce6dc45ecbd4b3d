-- Deleting a category finds its listings, archived ones too; the admin's list of categories counts them.
create index concurrently if not exists listing_category_idx on listing (category_id, archived_at);

-- Deleting an account finds all its photos, not only those of no listing.
create index concurrently if not exists photo_owner_idx on photo (owner_id);
