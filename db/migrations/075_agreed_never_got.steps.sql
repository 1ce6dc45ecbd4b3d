-- A dispute ended with it that the renter never got the item: its decision says so, or its two people agreed.
alter table dispute add column if not exists never_got boolean not null default false;

-- Repeat: some thousand rows at a time.
update dispute set never_got = true where id in (select d.id from dispute d
  join dispute_decision x on x.dispute_id = d.id and x.round = case d.outcome when 'appealed' then 2 else 1 end
  where x.never_got and not d.never_got and d.outcome in ('decided', 'appealed') limit 2000);

-- The sweep of every minute finds them by it.
create index concurrently if not exists dispute_never_got_idx on dispute (rental_id) where never_got;

drop index concurrently if exists dispute_decision_never_got_idx;
