-- One review per author and listing. Only what is published is shown; only verified rentals count in the average.
create table review (
  id uuid primary key,
  listing_id uuid not null references listing (id) on delete cascade,
  author_id uuid not null references account (id),
  rating integer not null check (rating between 1 and 5),
  body text not null check (length(body) between 1 and 2000),
  verified boolean not null,
  status text not null check (status in ('waiting', 'published', 'rejected')),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  moderated_at timestamptz,
  moderated_by uuid references account (id),
  unique (listing_id, author_id)
);
create index review_listing_idx on review (listing_id, created_at desc, id desc) where status = 'published';
create index review_author_idx on review (author_id, created_at desc, id desc);
create index review_newest_idx on review (created_at desc, id desc);

create function keep_listing_rating() returns trigger language plpgsql as $$
declare
  was_counted boolean := tg_op <> 'INSERT' and old.status = 'published' and old.verified;
  is_counted boolean := tg_op <> 'DELETE' and new.status = 'published' and new.verified;
begin
  if was_counted then
    update listing set rating_count = rating_count - 1, rating_sum = rating_sum - old.rating where id = old.listing_id;
  end if;
  if is_counted then
    update listing set rating_count = rating_count + 1, rating_sum = rating_sum + new.rating where id = new.listing_id;
  end if;
  return null;
end $$;
create trigger listing_rating_keeper after insert or delete or update of status, rating, verified on review
  for each row execute function keep_listing_rating();
