-- What one of the two people of a rental owes the other beyond what the site holds, and how it was settled. Its id is
-- that of its cause; a late fee has the id of its rental.
create table if not exists debt (
  id uuid primary key,
  rental_id uuid not null references rental (id),
  cause text not null check (cause in ('late-fee', 'dispute')),
  owed_by text not null check (owed_by in ('owner', 'renter')),
  centavos bigint not null check (centavos > 0),
  since timestamptz not null,
  reminded_at timestamptz,
  settled_at timestamptz,
  -- Paid through the site, or received as the one who was owed it says.
  settled_how text check (settled_how in ('online', 'received')),
  check ((settled_at is null) = (settled_how is null))
);
create index if not exists debt_rental_idx on debt (rental_id);
create index if not exists debt_reminder_idx on debt (since) where settled_at is null and reminded_at is null;

-- The debt that an order pays; such an order has no rentals.
alter table "order"
  add column if not exists debt_id uuid,
  drop constraint if exists order_debt_id_fkey,
  add constraint order_debt_id_fkey foreign key (debt_id) references debt (id) not valid;

alter table "order" validate constraint order_debt_id_fkey;

-- At most one order of a debt waits for its payment, and at most one is paid.
drop index concurrently if exists order_debt_idx;

create unique index concurrently if not exists order_debt_idx on "order" (debt_id, status)
  where debt_id is not null and status in ('awaiting_payment', 'confirmed');

-- The debts of a rental by the columns of the version before. The server writes its own; this is for rows from before,
-- and for those that the version before writes while both run.
create or replace function debts_of_rental(which uuid) returns void language sql as $$
  insert into debt (id, rental_id, cause, owed_by, centavos, since)
    select rental_id, rental_id, 'late-fee', 'renter', fee_centavos - deposit_centavos, settled_at
      from late_fee where rental_id = which and settled_at is not null and fee_centavos > deposit_centavos
    union all
    select id, rental_id, 'dispute', owed_by, owed, closed_at
      from dispute where rental_id = which and owed > 0 and closed_at is not null
  on conflict do nothing
$$;

create or replace function debt_follows_cause() returns trigger language plpgsql as $$
begin
  perform debts_of_rental(new.rental_id);
  return null;
end $$;

-- Deferred, so that what the server writes itself is there.
drop trigger if exists late_fee_has_debt on late_fee;
create constraint trigger late_fee_has_debt after update of settled_at on late_fee
  deferrable initially deferred for each row when (new.settled_at is not null)
  execute function debt_follows_cause();

drop trigger if exists dispute_has_debt on dispute;
create constraint trigger dispute_has_debt after update of owed on dispute
  deferrable initially deferred for each row when (new.owed > 0) execute function debt_follows_cause();

-- Repeat: debts from before the triggers.
insert into debt (id, rental_id, cause, owed_by, centavos, since)
  select f.rental_id, f.rental_id, 'late-fee', 'renter', f.fee_centavos - f.deposit_centavos, f.settled_at
  from late_fee f where f.settled_at is not null and f.fee_centavos > f.deposit_centavos
    and not exists (select from debt d where d.id = f.rental_id) limit 5000
  on conflict do nothing;

-- Repeat: the same of disputes.
insert into debt (id, rental_id, cause, owed_by, centavos, since)
  select x.id, x.rental_id, 'dispute', x.owed_by, x.owed, x.closed_at
  from dispute x where x.owed > 0 and x.closed_at is not null
    and not exists (select from debt d where d.id = x.id) limit 5000
  on conflict do nothing;
