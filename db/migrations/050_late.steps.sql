-- The fee of a return that was late. A row appears when the owner waives some of it, when the item counts as not
-- returned, or at the return, which fixes the fee.
create table if not exists late_fee (
  rental_id uuid primary key references rental (id),
  -- What the owner waived: an amount, or all of it, however long it takes.
  waived_centavos bigint not null default 0 check (waived_centavos >= 0),
  waived_all boolean not null default false,
  -- Since when the item counts as not returned.
  not_returned_at timestamptz,
  -- What the return fixed: how many days count, the fee less what was waived, and the part that the deposit pays.
  days integer check (days between 1 and 7),
  fee_centavos bigint not null default 0 check (fee_centavos >= 0),
  deposit_centavos bigint not null default 0,
  fixed_at timestamptz,
  -- When the system takes it, or drops it after an objection; null once that is done.
  due_at timestamptz,
  objection text check (length(objection) between 1 and 2000),
  objected_at timestamptz,
  settled_at timestamptz,
  check (deposit_centavos between 0 and fee_centavos),
  check ((fixed_at is null) = (days is null)),
  check ((objection is null) = (objected_at is null)),
  check (due_at is null or fixed_at is not null and settled_at is null)
);
create index if not exists late_fee_due_idx on late_fee (due_at) where due_at is not null;

-- Who said that the other side did not come; `agreed_at` is when that took effect.
create table if not exists no_show (
  rental_id uuid not null references rental (id),
  said_by text not null check (said_by in ('owner', 'renter')),
  said_at timestamptz not null,
  agreed_at timestamptz,
  primary key (rental_id, said_by)
);
create index if not exists no_show_open_idx on no_show (said_at) where agreed_at is null;

alter table refund
  drop constraint if exists refund_reason_check,
  add constraint refund_reason_check check (reason in ('reject', 'cancel', 'expire', 'lapse', 'reject-by-admin',
    'cancel-by-admin', 'deposit', 'claim', 'unused', 'withdraw', 'cancel-not-back', 'renter-no-show',
    'owner-no-show', 'late-fee')) not valid;

alter table refund validate constraint refund_reason_check;

alter table reminder
  drop constraint if exists reminder_kind_check,
  add constraint reminder_kind_check
    check (kind in ('starts-tomorrow', 'due-today', 'overdue', 'not-back')) not valid;

alter table reminder validate constraint reminder_kind_check;

-- An item that is out after its last day is not free until it is back: nothing takes its days up to today. What
-- changes a rental also says when, so that the clock of the site decides which day it is.
create or replace function rental_is_not_over_a_late_one() returns trigger language plpgsql as $$
declare
  today date := (new.status_changed_at at time zone 'Asia/Manila')::date;
begin
  if exists (select from rental r where r.listing_id = new.listing_id and r.status = 'Active' and r.id <> new.id
    and upper(r.period) <= today and new.period && daterange(lower(r.period), today + 1)) then
      raise exception 'the item is out late' using errcode = 'exclusion_violation',
        constraint = 'rental_out_late', table = 'rental';
  end if;
  return new;
end $$;

create or replace trigger rental_taken_while_late before insert on rental
  for each row when (new.status in ('Pending', 'Approved'))
  execute function rental_is_not_over_a_late_one();

create or replace trigger rental_retaken_while_late before update of status on rental
  for each row when (old.status in ('Rejected', 'Cancelled') and new.status in ('Pending', 'Approved'))
  execute function rental_is_not_over_a_late_one();
