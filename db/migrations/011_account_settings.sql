-- The kinds of notices a person switched off; every other kind is on.
create table notification_choice (
  account_id uuid not null references account (id) on delete cascade,
  kind text not null check (length(kind) between 1 and 40),
  switched_off_at timestamptz not null default now(),
  primary key (account_id, kind)
);

-- The public name of a person.
alter table account add column public_name text not null generated always as (
  case when deleted_at is not null then 'Deleted user' else first_name || ' ' || left(last_name, 1) || '.' end
) stored;
