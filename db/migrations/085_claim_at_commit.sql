-- A dispute may end and the next one begin in one transaction, which changes the claim twice: the trigger, which runs
-- at the commit, judges the claim as it is then.
create or replace function dispute_follows_claim() returns trigger language plpgsql as $$
begin
  perform dispute_of_claim(c) from deposit_claim c where c.rental_id = new.rental_id;
  return null;
end $$;
