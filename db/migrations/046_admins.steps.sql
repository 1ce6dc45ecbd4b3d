-- What an admin is for: everything, people and what they publish, or money. Nobody else has an area.
alter table account
  add column if not exists admin_area text,
  drop constraint if exists account_admin_area_check,
  add constraint account_admin_area_check check (admin_area in ('all', 'support', 'money')) not valid;

alter table account validate constraint account_admin_area_check;

update account set admin_area = 'all' where role = 'admin' and admin_area is null;
alter table account
  drop constraint if exists account_admins_have_areas,
  add constraint account_admins_have_areas check ((role = 'admin') = (admin_area is not null)) not valid;

alter table account validate constraint account_admins_have_areas;

-- A movement of money that one admin proposed and another one decides on.
create table if not exists proposal (
  id uuid primary key,
  kind text not null check (kind in ('payout', 'reversal', 'refund')),
  -- What it is about, such as the reference of a payout: only one proposal about it is open at a time.
  about text not null,
  payload jsonb not null,
  proposed_by uuid not null references account (id),
  proposed_at timestamptz not null,
  decision text check (decision in ('confirmed', 'declined', 'withdrawn')),
  decided_by uuid references account (id),
  decided_at timestamptz,
  reason text,
  check ((decision is null) = (decided_by is null) and (decision is null) = (decided_at is null)),
  check ((decision is not distinct from 'declined') = (reason is not null)),
  -- Nobody confirms or declines their own.
  check (decision is null or (decision = 'withdrawn') = (decided_by = proposed_by))
);
create unique index if not exists proposal_open_idx on proposal (about) where decision is null;
create index if not exists proposal_proposed_by_idx on proposal (proposed_by);
create index if not exists proposal_decided_by_idx on proposal (decided_by);
create index if not exists proposal_newest_idx on proposal (proposed_at desc, id desc);
