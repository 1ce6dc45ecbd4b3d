-- The key of an upload, which the browser made: the same upload, repeated on a bad line, is one photo.
alter table photo add column if not exists upload_key uuid;

drop index concurrently if exists photo_upload_key_idx;

create unique index concurrently if not exists photo_upload_key_idx
  on photo (owner_id, upload_key) where upload_key is not null;
