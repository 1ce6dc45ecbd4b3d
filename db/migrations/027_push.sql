-- A browser that shows notices of its person while no page is open. It ends with the session in which it was asked
-- for.
create table push_subscription (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  session_id uuid not null references session (id) on delete cascade,
  endpoint text not null unique check (length(endpoint) between 12 and 1000),
  p256dh text not null check (length(p256dh) between 80 and 100),
  auth text not null check (length(auth) between 20 and 30),
  created_at timestamptz not null,
  -- The last email it received, so that a second try reaches only the other browsers.
  told_effect_id bigint
);
create index push_subscription_account_idx on push_subscription (account_id, created_at desc, id desc);
create index push_subscription_session_idx on push_subscription (session_id);

-- The effect that an effect came from, of which there is one at most.
alter table effect add column cause_id bigint unique;
