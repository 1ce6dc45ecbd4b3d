-- When a deposit that nobody has claimed by then goes back: 48 hours after the return. Null while there is none to go
-- back by itself.
alter table rental add column deposit_due_at timestamptz;
create index rental_deposit_due_idx on rental (deposit_due_at) where deposit_due_at is not null;
drop index rental_completed_idx;

-- What the renter says to a claim, once, before it is decided.
alter table deposit_claim
  add column answer text check (length(answer) between 1 and 2000),
  add column answered_at timestamptz,
  add constraint deposit_claim_answered_check check ((answer is null) = (answered_at is null));
