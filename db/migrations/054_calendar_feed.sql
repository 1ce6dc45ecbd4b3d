-- The secret address at which a person's calendar program reads their hand-overs and returns: one for each account.
-- Only the hash is kept, so that a copy of the database opens no calendar.
create table calendar_feed (
  account_id uuid primary key references account (id) on delete cascade,
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null
);
