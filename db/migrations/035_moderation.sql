-- What admins do against a person or a listing. A suspended account stays as it is and can't be used; a listing that
-- was taken down stays so, whatever its rentals or its owner do, until an admin puts it back.
alter table account
  add column suspended_at timestamptz,
  add column suspended_by uuid references account (id),
  add column suspension_reason text check (length(suspension_reason) between 1 and 1000),
  add constraint account_suspension_check
    check (num_nulls(suspended_at, suspended_by, suspension_reason) in (0, 3));
create index account_suspended_by_idx on account (suspended_by) where suspended_by is not null;
create index account_suspended_idx on account (suspended_at) where suspended_at is not null;

alter table listing
  add column taken_down_at timestamptz,
  add column taken_down_by uuid references account (id),
  add column take_down_reason text check (length(take_down_reason) between 1 and 1000),
  add constraint listing_take_down_check check (num_nulls(taken_down_at, taken_down_by, take_down_reason) in (0, 3)),
  -- Set by the trigger below: a generated column can't read another table.
  add column owner_suspended boolean not null default false,
  -- The listing as an admin last approved it, to hold an edit against; see `approvedText`.
  add column approved_text jsonb;
create index listing_taken_down_by_idx on listing (taken_down_by) where taken_down_by is not null;

create function keep_owner_suspended() returns trigger language plpgsql as $$
begin
  update listing set owner_suspended = new.suspended_at is not null where owner_id = new.id;
  return null;
end $$;
create trigger owner_suspended_keeper after update of suspended_at on account
  for each row when ((old.suspended_at is null) <> (new.suspended_at is null)) execute function keep_owner_suspended();

-- Whether everybody may see a listing and its photos: decided only here.
alter table listing drop column is_public;
alter table listing add column is_public boolean not null generated always as (status = 'approved'
  and archived_at is null
  and paused_at is null and taken_down_at is null and not owner_suspended) stored;
create index listing_newest_idx on listing (created_at desc, id desc) where is_public;
create index listing_category_newest_idx on listing (category_id, created_at desc, id desc) where is_public;
create index listing_popular_idx on listing (rental_count desc, favorite_count desc, created_at desc, id desc)
  where is_public;
create index listing_price_idx on listing (price_per_day_centavos, created_at desc, id desc) where is_public;
create index listing_price_down_idx on listing (price_per_day_centavos desc, created_at desc, id desc) where is_public;
create index listing_rating_idx on listing (rating_average desc, rating_count desc, created_at desc, id desc)
  where is_public;
create index listing_sitemap_idx on listing (id) where is_public;

drop trigger listing_search_keeper on listing;
create trigger listing_search_keeper
  after insert or delete or update of status, archived_at, paused_at, taken_down_at, owner_suspended, title,
    description, tags,
    category_id, price_per_day_centavos, rental_count, rating_count, rating_sum on listing
  for each row execute function keep_listing_search();

update listing l set approved_text = jsonb_build_object('title', l.title, 'description', l.description,
  'pricePerDayCentavos', l.price_per_day_centavos, 'depositCentavos', l.deposit_centavos, 'cancellationPolicy',
    l.cancellation_policy,
  'categoryId', l.category_id, 'tags', to_jsonb(l.tags), 'location', l.location, 'ownerTerms', l.owner_terms,
  'bookableWhileRented', l.bookable_while_rented,
  'photoIds', coalesce((select jsonb_agg(p.id order by p.position) from photo p where p.listing_id = l.id), '[]'))
where l.status in ('approved', 'unavailable');
