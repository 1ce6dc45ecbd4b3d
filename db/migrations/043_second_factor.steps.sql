-- The second factor of a log-in: the sealed secret of an authenticator app, and recovery codes, stored hashed. While
-- it is set up, it does not count: `account.two_factor_at` says since when a log-in asks for it.
alter table account add column if not exists two_factor_at timestamptz;

create table if not exists two_factor (
  account_id uuid primary key references account (id) on delete cascade,
  secret text not null,
  -- The 30-second step of the last code that was taken: a code is taken once.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table if not exists recovery_code (
  account_id uuid not null references two_factor (account_id) on delete cascade,
  hash text not null,
  used_at timestamptz,
  primary key (account_id, hash)
);

-- When the person of a session last proved who they are: by logging in, or by password or code afterwards.
alter table session add column if not exists proved_at timestamptz not null default now();

-- Repeat: sessions that were there before proved it when they began.
update session set proved_at = created_at
  where id in (select id from session where proved_at <> created_at limit 5000);
