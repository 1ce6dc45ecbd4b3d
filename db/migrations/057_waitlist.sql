-- Who waits for days of a listing that are taken. An offer holds the days: a row of `blocked_period` with the same id.
create table waitlist_entry (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  listing_id uuid not null references listing (id) on delete cascade,
  period daterange not null check (lower_inc(period) and not upper_inc(period)),
  asked_at timestamptz not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'offered', 'taken', 'lapsed', 'declined', 'left', 'over')),
  offered_until timestamptz,
  ended_at timestamptz,
  check ((state = 'offered') <= (offered_until is not null)),
  check ((state in ('waiting', 'offered')) = (ended_at is null))
);
create unique index waitlist_entry_once_idx on waitlist_entry (account_id, listing_id, period)
  where state in ('waiting', 'offered');
create index waitlist_entry_waiting_idx on waitlist_entry (listing_id, asked_at, id) where state = 'waiting';
create index waitlist_entry_offered_idx on waitlist_entry (offered_until) where state = 'offered';
create index waitlist_entry_account_idx on waitlist_entry (account_id, asked_at);
create index waitlist_entry_listing_idx on waitlist_entry (listing_id);
