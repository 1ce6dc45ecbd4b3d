-- A photo that was approved and that its owner has removed since: kept for admins until they accept the edit.
alter table photo
  add column former_listing_id uuid references listing (id) on delete cascade,
  add constraint photo_of_one_listing check (former_listing_id is null or listing_id is null);
create index photo_former_listing_idx on photo (former_listing_id) where former_listing_id is not null;
