-- Notices of a person on the site. `effect_id` is the effect that wrote one: a repeated effect writes it once. Times
-- have milliseconds, as in a page's cursor.
create table notice (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  effect_id bigint not null unique,
  kind text not null check (length(kind) between 1 and 40),
  title text not null check (length(title) between 1 and 300),
  text text not null check (length(text) <= 1000),
  path text not null check (length(path) <= 300 and path ~ '^/([^/\\]|$)'),
  created_at timestamptz(3) not null,
  read_at timestamptz(3)
);
create index notice_account_idx on notice (account_id, created_at desc, id desc);
create index notice_unread_idx on notice (account_id) where read_at is null;
create index notice_age_idx on notice (created_at);

-- A kind is switched off for a channel. What was switched off before there was a choice of channels stays off
-- everywhere.
alter table notification_choice
  add column channel text not null default 'email' check (channel in ('site', 'email', 'push')),
  drop constraint notification_choice_pkey,
  add primary key (account_id, kind, channel);
alter table notification_choice alter column channel drop default;
insert into notification_choice (account_id, kind, channel, switched_off_at)
  select account_id, kind, 'site', switched_off_at from notification_choice;
