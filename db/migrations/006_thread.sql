-- The conversation of one renter and one owner about one listing, and how many messages each has not read yet.
create table thread (
  id uuid primary key,
  listing_id uuid references listing (id) on delete set null,
  title text not null,
  renter_id uuid not null references account (id),
  owner_id uuid not null references account (id),
  renter_unread integer not null default 0 check (renter_unread >= 0),
  owner_unread integer not null default 0 check (owner_unread >= 0),
  created_at timestamptz not null default now(),
  last_message_at timestamptz not null default now(),
  unique (listing_id, renter_id),
  check (renter_id <> owner_id)
);
create index thread_renter_idx on thread (renter_id, last_message_at desc, id desc);
create index thread_owner_idx on thread (owner_id, last_message_at desc, id desc);

-- Ids grow within a thread in the order of its messages: each is written under the thread's lock.
create table message (
  id bigint generated always as identity primary key,
  thread_id uuid not null references thread (id) on delete cascade,
  sender text not null check (sender in ('renter', 'owner', 'ai')),
  body text not null check (length(body) between 1 and 2000),
  sent_at timestamptz not null default now()
);
create index message_thread_idx on message (thread_id, id desc);
