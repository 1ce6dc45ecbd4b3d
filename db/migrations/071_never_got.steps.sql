-- A decision may say that the renter never got the item: once it takes effect, the rental ends as Cancelled.
alter table dispute_decision add column if not exists never_got boolean not null default false;
