-- Days on which an owner does not lend a listing. A lock on the listing prevents a rental and a block of the same
-- days.
create table blocked_period (
  id uuid primary key,
  listing_id uuid not null references listing (id) on delete cascade,
  period daterange not null check (lower_inc(period) and not upper_inc(period)),
  created_at timestamptz not null default now(),
  constraint blocked_period_no_overlap exclude using gist (listing_id with =, period with &&)
);
