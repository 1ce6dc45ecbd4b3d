-- The counts of limits, with account and network in separate columns, so that one can clear the counts of an account.
drop table rate_limit;

create table rate_limit (
  name text not null,
  key text not null,
  -- Divides the counts of a key, such as the attempts on one account by network; empty if they are not divided.
  part text not null default '',
  points integer not null check (points >= 0),
  ends_at timestamptz(3) not null,
  primary key (name, key, part)
);
create index rate_limit_ends_idx on rate_limit (ends_at);
