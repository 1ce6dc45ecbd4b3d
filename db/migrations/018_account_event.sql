-- The live events of an account, as its streams send them. `id` counts within the account, without gaps and in the
-- order of the commits: each change takes its ids from the account's counter, and locks its row until the commit.
create table account_event_counter (
  account_id uuid primary key references account (id) on delete cascade,
  last_id bigint not null check (last_id > 0)
);

create table account_event (
  account_id uuid not null references account (id) on delete cascade,
  id bigint not null,
  kind text not null check (kind in ('message', 'read', 'rental', 'notice')),
  detail jsonb not null,
  at timestamptz not null default now(),
  primary key (account_id, id)
);
create index account_event_at_idx on account_event (at);

-- Up to which message each side has read.
alter table thread
  add column renter_read_id bigint not null default 0,
  add column owner_read_id bigint not null default 0;

-- A message that is sent again, because its answer was lost, has the same id of its writer's browser. It may consist
-- of a photo only.
alter table message
  add column client_id uuid,
  add column photo_id uuid unique references photo (id),
  drop constraint message_body_check,
  add constraint message_body_check check (length(body) <= 2000 and (body <> '' or photo_id is not null));
create unique index message_client_idx on message (thread_id, sender, client_id) where client_id is not null;
