-- What a renter asked to change about the days of a rental, and what became of it. The amounts are the difference it
-- makes. Paid online, it has an order of its own, which has no rentals.
create table if not exists rental_change (
  id uuid primary key,
  rental_id uuid not null references rental (id),
  from_period daterange not null check (lower_inc(from_period) and not upper_inc(from_period)),
  to_period daterange not null check (lower_inc(to_period) and not upper_inc(to_period)),
  rent_centavos integer not null,
  fee_centavos integer not null,
  state text not null default 'asked'
    check (state in ('asked', 'paying', 'done', 'declined', 'expired', 'withdrawn')),
  asked_at timestamptz not null,
  answer_by timestamptz not null,
  answered_at timestamptz,
  ended_at timestamptz,
  order_id uuid unique references "order" (id),
  check (from_period <> to_period),
  check ((state in ('asked', 'paying')) = (ended_at is null))
);
create unique index if not exists rental_change_open_idx on rental_change (rental_id)
  where state in ('asked', 'paying');
create index if not exists rental_change_rental_idx on rental_change (rental_id, asked_at);
create index if not exists rental_change_due_idx on rental_change (answer_by) where state = 'asked';

-- Days that are held for one person until an instant: those of a change, or of an offer. Its id is the id of that
-- change or offer. The blocks of an owner have neither.
alter table blocked_period
  add column if not exists held_for uuid,
  add column if not exists held_until timestamptz,
  add column if not exists reason text,
  drop constraint if exists blocked_period_held_for_fkey,
  add constraint blocked_period_held_for_fkey foreign key (held_for) references account (id) not valid,
  drop constraint if exists blocked_period_hold_check,
  add constraint blocked_period_hold_check check (case when reason is null
    then held_for is null and held_until is null
    else reason in ('change', 'offer') and held_for is not null and held_until is not null end) not valid;

alter table blocked_period validate constraint blocked_period_held_for_fkey;

alter table blocked_period validate constraint blocked_period_hold_check;

create index concurrently if not exists blocked_period_held_until_idx on blocked_period (held_until)
  where held_until is not null;

create index concurrently if not exists blocked_period_held_for_idx on blocked_period (held_for)
  where held_for is not null;

-- The earliest start that was ever agreed, once a rental was moved: a cancellation is judged by it. A changed rental
-- has any number of days.
alter table rental
  add column if not exists earliest_start date,
  drop constraint if exists rental_duration_days_check,
  drop constraint if exists rental_days_check,
  add constraint rental_days_check check (duration_days between 1 and 366) not valid;

alter table rental validate constraint rental_days_check;

-- Each change charges and waives once more.
alter table money_line
  add column if not exists change_id uuid,
  drop constraint if exists money_line_change_id_fkey,
  add constraint money_line_change_id_fkey foreign key (change_id) references rental_change (id) not valid;

alter table money_line validate constraint money_line_change_id_fkey;

create index concurrently if not exists money_line_change_idx on money_line (change_id) where change_id is not null;

drop index concurrently if exists money_line_charge_once_idx;

create unique index concurrently if not exists money_line_charge_once_idx
  on money_line (rental_id, kind, coalesce(change_id, rental_id)) where returns is null;

drop index concurrently if exists money_line_once_idx;

drop index concurrently if exists money_line_waive_once_idx;

create unique index concurrently if not exists money_line_waive_once_idx
  on money_line (rental_id, returns, coalesce(change_id, rental_id)) where kind = 'waived';

drop index concurrently if exists money_line_waived_once_idx;

-- A refund for the same reason is made once for each cause, such as a change, and each payment.
alter table refund
  add column if not exists cause_id uuid,
  drop constraint if exists refund_reason_check,
  add constraint refund_reason_check check (reason ~ '^[a-z]+(-[a-z]+)*$') not valid;

alter table refund validate constraint refund_reason_check;

drop index concurrently if exists refund_part_once_idx;

create unique index concurrently if not exists refund_part_once_idx
  on refund (rental_id, reason, payment_id, coalesce(cause_id, rental_id)) where rental_id is not null;

drop index concurrently if exists refund_once_idx;

drop index concurrently if exists refund_rental_once_idx;
