-- Favourites. A listing's count is stored here, for the order by popularity.
create table favorite (
  account_id uuid not null references account (id) on delete cascade,
  listing_id uuid not null references listing (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (account_id, listing_id)
);
create index favorite_listing_idx on favorite (listing_id);
create index favorite_newest_idx on favorite (account_id, created_at desc, listing_id desc);

create function keep_favorite_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update listing set favorite_count = favorite_count + 1 where id = new.listing_id;
  else
    update listing set favorite_count = favorite_count - 1 where id = old.listing_id;
  end if;
  return null;
end $$;
create trigger favorite_count_keeper after insert or delete on favorite
  for each row execute function keep_favorite_count();
