-- A decision may say that the renter never got the item: once it takes effect, the rental ends as Cancelled.
alter table dispute_decision add column if not exists never_got boolean not null default false;

-- The sweep of every minute finds them by it.
create index concurrently if not exists dispute_decision_never_got_idx on dispute_decision (dispute_id)
  where never_got;
