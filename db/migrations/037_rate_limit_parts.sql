-- What limits count, with who and from where apart, so that everything counted for an account can be cleared at once.
drop table rate_limit;

create table rate_limit (
  name text not null,
  key text not null,
  -- Divides what is counted for a key, such as the attempts on one account by network; empty where nothing is divided.
  part text not null default '',
  points integer not null check (points >= 0),
  ends_at timestamptz(3) not null,
  primary key (name, key, part)
);
create index rate_limit_ends_idx on rate_limit (ends_at);
