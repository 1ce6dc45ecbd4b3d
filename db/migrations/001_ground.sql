-- The first tables: accounts, listings, carts, orders, rentals, and their constraints.
-- Only what PostgreSQL 15 has. Money is whole centavos. A rental's days are Asia/Manila calendar days, [start, end).

create extension if not exists btree_gist;
create extension if not exists pg_trgm;

-- Accounts. `account`, `session`, `credential` and `verification` are read and written by better-auth.
create table account (
  id uuid primary key,
  name text not null,
  first_name text not null check (length(first_name) between 1 and 80),
  last_name text not null check (length(last_name) between 1 and 80),
  username text not null check (length(username) between 1 and 40),
  email text not null,
  email_verified boolean not null default false,
  image text,
  role text not null default 'renter' check (role in ('renter', 'owner', 'admin')),
  verification_status text not null default 'unverified'
    check (verification_status in ('unverified', 'verified', 'rejected')),
  location text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index account_email_key on account (lower(email));
create unique index account_username_key on account (lower(username));

create table session (
  id uuid primary key,
  user_id uuid not null references account (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index session_user_idx on session (user_id);

create table credential (
  id uuid primary key,
  user_id uuid not null references account (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index credential_user_idx on credential (user_id);

create table verification (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verification_identifier_idx on verification (identifier);

-- Listings.
create table category (
  id integer generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 40)
);

create table tag (
  name text primary key check (name = lower(name) and length(name) between 1 and 30)
);

-- A text as the search reads it: signs count as spaces, so that `f/2` and `2.2` are the words a person would type.
create function words_text(text) returns text language sql immutable parallel safe as $$
  select translate($1, $signs$!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~’‘“”–—…$signs$, repeat(' ', 39))
$$;

create function tags_text(text[]) returns text language sql immutable parallel safe as
  $$ select array_to_string($1, ' ') $$;

create table listing (
  id uuid primary key,
  owner_id uuid not null references account (id),
  category_id integer references category (id) on delete set null,
  title text not null check (length(title) between 1 and 80),
  description text not null check (length(description) between 1 and 4000),
  price_per_day_centavos integer not null check (price_per_day_centavos between 1 and 100000000),
  tags text[] not null default '{}' check (cardinality(tags) <= 10),
  location text not null default 'Mandaluyong, Metro Manila' check (length(location) between 1 and 120),
  owner_terms text not null default '' check (length(owner_terms) <= 2000),
  bookable_while_rented boolean not null default false,
  status text not null default 'available' check (status in ('available', 'approved', 'rejected', 'unavailable')),
  rental_count integer not null default 0,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  moderated_at timestamptz,
  moderated_by uuid references account (id),
  archived_at timestamptz,
  paused_at timestamptz,
  favorite_count integer not null default 0,
  rating_count integer not null default 0,
  rating_sum integer not null default 0,
  rating_average real not null generated always as (case when rating_count = 0 then 0
    else rating_sum::real / rating_count end) stored,
  is_public boolean not null generated always as (status = 'approved' and archived_at is null
    and paused_at is null) stored,
  check (archived_at is null or status <> 'unavailable')
);
create index listing_newest_idx on listing (created_at desc, id desc) where is_public;
create index listing_category_newest_idx on listing (category_id, created_at desc, id desc) where is_public;
create index listing_popular_idx on listing (rental_count desc, favorite_count desc, created_at desc, id desc)
  where is_public;
create index listing_price_idx on listing (price_per_day_centavos, created_at desc, id desc) where is_public;
create index listing_rating_idx on listing (rating_average desc, rating_count desc, created_at desc, id desc)
  where is_public;
create index listing_owner_idx on listing (owner_id, created_at desc, id desc) where archived_at is null;
create index listing_all_newest_idx on listing (created_at desc, id desc) where archived_at is null;

-- A photo belongs to its uploader, and to a listing once a form contains its id; its files are named by that id.
create table photo (
  id uuid primary key,
  owner_id uuid not null references account (id),
  listing_id uuid references listing (id) on delete cascade,
  position integer not null default 0,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  widths integer[] not null,
  thumbhash text not null,
  created_at timestamptz not null default now()
);
create index photo_listing_idx on photo (listing_id, position);
create index photo_unattached_idx on photo (owner_id, created_at) where listing_id is null;

-- Text search over approved listings: a narrow table that is ranked, and a vocabulary that corrects typos.
create table listing_search (
  listing_id uuid primary key references listing (id) on delete cascade,
  category_id integer,
  price_per_day_centavos integer not null,
  score real not null,
  hot boolean not null default false,
  title_tsv tsvector not null,
  all_tsv tsvector not null
);
create index listing_search_title_idx on listing_search using gin (title_tsv) with (fastupdate = off);
create index listing_search_all_idx on listing_search using gin (all_tsv) with (fastupdate = off);
create index listing_search_title_hot_idx on listing_search using gin (title_tsv) with (fastupdate = off) where hot;
create index listing_search_all_hot_idx on listing_search using gin (all_tsv) with (fastupdate = off) where hot;
create index listing_search_score_idx on listing_search (score desc, listing_id desc);
alter table listing_search alter column title_tsv set statistics 1000;
alter table listing_search alter column all_tsv set statistics 1000;

create table search_term (
  word text primary key,
  listing_count integer not null
);
create index search_term_trgm_idx on search_term using gin (word gin_trgm_ops);
create index search_term_first_idx on search_term (left(word, 1), length(word));

create function listing_words(title text, tags text[]) returns setof text language sql immutable as $$
  select distinct lexeme from unnest(to_tsvector('simple', words_text(title || ' ' || tags_text(tags))))
    where length(lexeme) > 2
$$;

create function keep_listing_search() returns trigger language plpgsql as $$
declare
  was_public boolean := tg_op <> 'INSERT' and old.is_public;
  is_public boolean := tg_op <> 'DELETE' and new.is_public;
  same_words boolean := was_public and is_public and old.title = new.title and old.tags = new.tags;
begin
  if was_public and not same_words then
    update search_term set listing_count = listing_count - 1
    where word in (select listing_words(old.title, old.tags));
    delete from search_term where listing_count <= 0 and word in (select listing_words(old.title, old.tags));
  end if;
  if is_public and not same_words then
    insert into search_term (word, listing_count)
    select w, 1 from listing_words(new.title, new.tags) w order by w
    on conflict (word) do update set listing_count = search_term.listing_count + 1;
  end if;
  if is_public then
    insert into listing_search (listing_id, category_id, price_per_day_centavos, score, title_tsv, all_tsv)
    values (new.id, new.category_id, new.price_per_day_centavos,
      -- A year of age weighs as much as a rental; a rating weighs more if more people gave one.
      ln(1 + new.rental_count) + extract(epoch from new.created_at) / 31557600.0
        + case when new.rating_count = 0 then 0 else (new.rating_average - 3.5) * new.rating_count
          / (new.rating_count + 3) end,
      setweight(to_tsvector('english', words_text(new.title)), 'A')
        || setweight(to_tsvector('english', words_text(tags_text(new.tags))), 'B'),
      setweight(to_tsvector('english', words_text(new.title)), 'A')
        || setweight(to_tsvector('english', words_text(tags_text(new.tags))), 'B')
        || setweight(to_tsvector('english', words_text(new.description)), 'C'))
    on conflict (listing_id) do update set category_id = excluded.category_id,
      price_per_day_centavos = excluded.price_per_day_centavos, score = excluded.score,
      title_tsv = excluded.title_tsv, all_tsv = excluded.all_tsv;
  elsif was_public then
    delete from listing_search where listing_id = old.id;
  end if;
  return null;
end $$;
create trigger listing_search_keeper
  after insert or delete or update of status, archived_at, paused_at, title, description, tags, category_id,
    price_per_day_centavos, rental_count, rating_count, rating_sum on listing
  for each row execute function keep_listing_search();

-- Cart: the choices and the daily price that was shown; all other amounts are computed from the current listing.
create table cart_line (
  renter_id uuid not null references account (id) on delete cascade,
  listing_id uuid not null references listing (id) on delete cascade,
  start_date date not null,
  duration_days integer not null check (duration_days in (1, 3, 7)),
  delivery_option text not null check (delivery_option in ('pickup', 'delivery')),
  seen_price_per_day_centavos integer not null,
  added_at timestamptz not null default now(),
  primary key (renter_id, listing_id)
);
create index cart_line_listing_idx on cart_line (listing_id);

-- Orders and rentals.
create table agreement_template (
  version integer generated always as identity primary key,
  body text not null check (length(body) between 1 and 20000),
  created_at timestamptz not null default now(),
  created_by uuid references account (id)
);

create table "order" (
  id uuid primary key,
  number text not null unique,
  renter_id uuid not null references account (id),
  status text not null check (status in ('awaiting_payment', 'confirmed', 'expired', 'cancelled')),
  payment_method text not null check (payment_method in ('cash_on_delivery', 'online')),
  idempotency_key uuid not null,
  agreement_text text not null,
  agreement_sha256 text not null check (agreement_sha256 ~ '^[0-9a-f]{64}$'),
  agreement_accepted_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (renter_id, idempotency_key)
);

create table rental (
  id uuid primary key,
  order_id uuid not null references "order" (id),
  listing_id uuid not null references listing (id),
  renter_id uuid not null references account (id),
  owner_id uuid not null references account (id),
  title text not null,
  photo_id uuid references photo (id) on delete set null,
  price_per_day_centavos integer not null check (price_per_day_centavos > 0),
  duration_days integer not null check (duration_days in (1, 3, 7)),
  delivery_option text not null check (delivery_option in ('pickup', 'delivery')),
  period daterange not null check (lower_inc(period) and not upper_inc(period)),
  status text not null default 'Pending'
    check (status in ('Pending', 'Approved', 'Active', 'Completed', 'Rejected', 'Cancelled')),
  created_at timestamptz not null default now(),
  status_changed_at timestamptz not null default now(),
  check (upper(period) - lower(period) = duration_days),
  check (renter_id <> owner_id),
  constraint rental_no_overlap exclude using gist (listing_id with =, period with &&)
    where (status in ('Pending', 'Approved', 'Active'))
);
create index rental_renter_idx on rental (renter_id, created_at desc, id desc);
create index rental_owner_idx on rental (owner_id, created_at desc, id desc);
create index rental_order_idx on rental (order_id);
create index rental_listing_idx on rental (listing_id);
create index rental_unanswered_idx on rental (lower(period)) where status = 'Pending';

-- Money is a list of lines; every total is a sum over them. Refunds are negative.
create table money_line (
  id bigint generated always as identity primary key,
  order_id uuid not null references "order" (id),
  rental_id uuid not null references rental (id),
  kind text not null check (kind in ('rent', 'delivery', 'service_fee', 'refund')),
  centavos integer not null,
  created_at timestamptz not null default now(),
  check ((kind = 'refund' and centavos < 0) or (kind <> 'refund' and centavos >= 0))
);
create index money_line_order_idx on money_line (order_id);
create index money_line_rental_idx on money_line (rental_id);
create unique index money_line_once_idx on money_line (rental_id, kind) where kind <> 'refund';

-- Events: what happened, to what, by whom (null: the system), their role at the time, and when. The events of admins
-- are the audit log.
create table event (
  id bigint generated always as identity primary key,
  subject text not null check (subject in ('listing', 'rental', 'order', 'account', 'review', 'contact-message',
    'category',
    'tag', 'agreement-template', 'thread')),
  subject_id text not null,
  action text not null,
  actor_id uuid references account (id),
  actor_role text check (actor_role in ('renter', 'owner', 'admin')),
  detail jsonb not null default '{}',
  at timestamptz not null default now()
);
create index event_subject_idx on event (subject, subject_id, id);
create index event_admin_idx on event (id desc) where actor_role = 'admin';

-- Outbox: the effects of a change outside the database, written in its transaction.
create table effect (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  done_at timestamptz,
  failed_at timestamptz
);
create index effect_due_idx on effect (due_at, id) where done_at is null and failed_at is null;

-- Counters of rate-limiter-flexible, when several processes share this database.
create table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

insert into agreement_template (body) values (
'Rental Agreement

This agreement is between {{renterName}} ("the Renter") and each owner named below, for the items listed here.

{{items}}

(a) The Renter agrees to return each item on time and in the same condition in which it was received.
(b) Damage, loss or a late return may result in extra charges, agreed between the Renter and the owner.
(c) The Renter uses each item with care, for its usual purpose, and does not lend it to anyone else.
(d) The owner hands over each item clean, working and as described.
(e) Each owner''s own terms above are part of this agreement.');


-- The categories and tags a new site starts with; admins change them.
insert into category (name) values
  ('Cameras'),
  ('Camping'),
  ('Tools'),
  ('Party & Events'),
  ('Sports'),
  ('Musical Instruments'),
  ('Gaming'),
  ('Kitchen'),
  ('Baby & Kids'),
  ('Travel'),
  ('Formal Wear'),
  ('Garden');

insert into tag (name) values
  ('acoustic'), ('appliance'), ('baby'), ('baking'), ('barkada'), ('barong'),
  ('beach'), ('beginner friendly'), ('birthday'), ('board game'), ('camera'), ('camping'),
  ('catering'), ('christmas'), ('classic'), ('cleaning'), ('coffee'), ('console'),
  ('cordless'), ('dessert'), ('diving'), ('diy'), ('drone'), ('electric'),
  ('family'), ('fiesta'), ('filipiniana'), ('fitness'), ('formal'), ('gown'),
  ('graduation'), ('heavy duty'), ('hiking'), ('home repair'), ('indoor'), ('instrument'),
  ('karaoke'), ('kids'), ('lawn'), ('lens'), ('lighting'), ('luggage'),
  ('mountain'), ('outdoor'), ('party'), ('photography'), ('plants'), ('power tool'),
  ('racket'), ('rainy season'), ('road trip'), ('shade'), ('sound'), ('streaming'),
  ('suit'), ('surfing'), ('team building'), ('tent'), ('travel'), ('video'),
  ('virtual reality'), ('wedding'), ('wifi'), ('winter');
