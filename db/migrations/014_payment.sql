-- Money: checkouts at the payment provider, its payments, refunds, and the book.

alter table listing
  add column cancellation_policy text not null default 'flexible'
    check (cancellation_policy in ('flexible', 'moderate', 'strict')),
  add column deposit_centavos integer not null default 0 check (deposit_centavos between 0 and 100000000);

-- An online order holds its dates until `holds_until`; Cash on Delivery is confirmed at once.
alter table "order"
  add column holds_until timestamptz,
  add column confirmed_at timestamptz,
  add constraint order_hold_check check ((payment_method = 'online') = (holds_until is not null));
create index order_held_idx on "order" (holds_until) where status = 'awaiting_payment';

-- The policy at the time of the order, as the price.
alter table rental
  add column cancellation_policy text not null default 'flexible'
    check (cancellation_policy in ('flexible', 'moderate', 'strict'));
create index rental_completed_idx on rental (status_changed_at) where status = 'Completed';

-- `returns` is the charge that a refund line reduces.
alter table money_line drop constraint money_line_kind_check, drop constraint money_line_check;
alter table money_line
  add column returns text check (returns in ('rent', 'delivery', 'service_fee', 'deposit')),
  add constraint money_line_kind_check check (kind in ('rent', 'delivery', 'service_fee', 'deposit', 'refund')),
  add constraint money_line_check check ((kind = 'refund' and centavos < 0 and returns is not null)
    or (kind <> 'refund' and centavos >= 0 and returns is null));

-- The provider's hosted page for an order, under the provider's id.
create table checkout_session (
  id text primary key,
  order_id uuid not null unique references "order" (id),
  url text not null,
  live boolean not null,
  centavos integer not null check (centavos > 0),
  created_at timestamptz not null default now(),
  checked_at timestamptz,
  closed_at timestamptz
);
create index checkout_session_open_idx on checkout_session (created_at) where closed_at is null;

-- The provider's payments, under its ids: for the order, or unused (late, twice, wrong amount) and refunded in full.
create table payment (
  id text primary key,
  order_id uuid not null references "order" (id),
  session_id text not null references checkout_session (id),
  centavos integer not null check (centavos > 0),
  fee_centavos integer not null default 0 check (fee_centavos >= 0),
  channel text not null,
  purpose text not null check (purpose in ('order', 'unused')),
  paid_at timestamptz not null,
  recorded_at timestamptz not null default now()
);
create unique index payment_order_once_idx on payment (order_id) where purpose = 'order';
create index payment_order_idx on payment (order_id);
create index payment_session_idx on payment (session_id);

-- Refunds. `due`: the provider has not been asked yet; `sent`: it has not answered yet; `manual`: an admin has to pay
-- it by hand.
create table refund (
  id uuid primary key,
  order_id uuid not null references "order" (id),
  rental_id uuid references rental (id),
  payment_id text not null references payment (id),
  centavos integer not null check (centavos > 0),
  reason text not null check (reason in ('reject', 'cancel', 'expire', 'lapse', 'deposit', 'claim', 'unused')),
  status text not null default 'due' check (status in ('due', 'sent', 'succeeded', 'manual', 'paid_out')),
  provider_id text unique,
  note text,
  created_at timestamptz not null default now(),
  tried_at timestamptz,
  done_at timestamptz,
  proof text,
  paid_out_by uuid references account (id),
  check ((rental_id is null) = (reason = 'unused')),
  check ((status = 'paid_out') = (proof is not null)),
  check ((status in ('succeeded', 'paid_out')) = (done_at is not null))
);
create unique index refund_rental_once_idx on refund (rental_id, reason) where rental_id is not null;
create unique index refund_unused_once_idx on refund (payment_id) where rental_id is null;
create index refund_order_idx on refund (order_id);
create index refund_payment_idx on refund (payment_id);
create index refund_paid_out_by_idx on refund (paid_out_by) where paid_out_by is not null;
create index refund_open_idx on refund (created_at) where status in ('due', 'sent', 'manual');

-- Refunds of a payment never exceed it, whoever writes them.
create function cap_refunds() returns trigger language plpgsql as $$
declare
  captured integer;
  refunded bigint;
begin
  select centavos into captured from payment where id = new.payment_id for no key update;
  select coalesce(sum(centavos), 0) into refunded from refund where payment_id = new.payment_id;
  if refunded > captured then
    raise exception 'refunds of % would exceed its % centavos', new.payment_id, captured
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger refund_cap after insert or update of centavos, payment_id on refund
  for each row execute function cap_refunds();

-- The provider's events, each processed once, whatever the order and however often they come. Their bodies are not
-- kept.
create table provider_event (
  id text primary key,
  type text not null,
  about text,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  outcome text
);

-- The book: every movement of money as postings that sum to zero. Debits are positive, credits negative. Nothing is
-- ever changed.
create table book_entry (
  id bigint generated always as identity primary key,
  key text not null unique,
  kind text not null,
  order_id uuid references "order" (id),
  rental_id uuid references rental (id),
  at timestamptz not null default now()
);
create index book_entry_order_idx on book_entry (order_id) where order_id is not null;
create index book_entry_rental_idx on book_entry (rental_id) where rental_id is not null;
create index book_entry_at_idx on book_entry (at desc, id desc);

create table book_posting (
  id bigint generated always as identity primary key,
  entry_id bigint not null references book_entry (id),
  book_account text not null check (book_account in ('provider_clearing', 'provider_cost', 'renter_credit',
    'owner_payable',
    'platform_fee', 'deposit_held', 'refund_due', 'cash_collected', 'bank')),
  person_id uuid references account (id),
  rental_id uuid references rental (id),
  centavos bigint not null check (centavos <> 0),
  check ((person_id is null) = (book_account in ('provider_clearing', 'provider_cost', 'platform_fee', 'bank')))
);
create index book_posting_entry_idx on book_posting (entry_id);
create index book_posting_account_idx on book_posting (book_account, person_id) include (centavos);
create index book_posting_person_idx on book_posting (person_id) where person_id is not null;
create index book_posting_rental_idx on book_posting (rental_id) where rental_id is not null;

create function book_balances() returns trigger language plpgsql as $$
declare
  entry bigint;
begin
  if tg_table_name = 'book_entry' then entry := new.id; else entry := new.entry_id; end if;
  if (select count(*) < 2 or sum(centavos) <> 0 from book_posting where entry_id = entry) then
    raise exception 'book entry % does not balance', entry using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger book_entry_balances after insert on book_entry
  deferrable initially deferred for each row execute function book_balances();
create constraint trigger book_posting_balances after insert on book_posting
  deferrable initially deferred for each row execute function book_balances();

create function book_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'the book is only added to' using errcode = 'check_violation';
end $$;
create trigger book_entry_kept before update or delete on book_entry for each row execute function book_is_kept();
create trigger book_posting_kept before update or delete on book_posting for each row execute function book_is_kept();

-- An owner's claim on a deposit, within 48 hours of the return, decided by an admin.
create table deposit_claim (
  rental_id uuid primary key references rental (id),
  centavos integer not null check (centavos > 0),
  reason text not null check (length(reason) between 1 and 2000),
  created_at timestamptz not null default now(),
  granted_centavos integer check (granted_centavos between 0 and centavos),
  decision text check (length(decision) <= 2000),
  decided_at timestamptz,
  decided_by uuid references account (id),
  check ((decided_at is null) = (granted_centavos is null))
);
create index deposit_claim_open_idx on deposit_claim (created_at) where decided_at is null;
create index deposit_claim_decided_by_idx on deposit_claim (decided_by) where decided_by is not null;
alter table photo add column claim_id uuid references deposit_claim (rental_id);
create index photo_claim_idx on photo (claim_id) where claim_id is not null;
drop index photo_unattached_idx;
create index photo_unattached_idx on photo (owner_id, created_at) where listing_id is null and claim_id is null;

-- What an admin paid an owner, an owner paid for fees on cash they collected, or the provider paid to our bank.
create table payout (
  id uuid primary key,
  owner_id uuid references account (id),
  direction text not null check (direction in ('to_owner', 'from_owner', 'from_provider')),
  centavos integer not null check (centavos > 0),
  reference text not null unique check (length(reference) between 1 and 100),
  paid_on date not null,
  recorded_at timestamptz not null default now(),
  recorded_by uuid not null references account (id),
  check ((owner_id is null) = (direction = 'from_provider'))
);
create index payout_owner_idx on payout (owner_id, recorded_at desc);
create index payout_recorded_by_idx on payout (recorded_by);

-- Comparing our payments and refunds with the provider's, once a night.
create table reconciliation (
  id uuid primary key,
  day date not null,
  began_at timestamptz not null default now(),
  ended_at timestamptz,
  payments_seen integer not null default 0,
  refunds_seen integer not null default 0,
  failure text
);
create index reconciliation_day_idx on reconciliation (day desc, began_at desc);

create table reconciliation_difference (
  id bigint generated always as identity primary key,
  reconciliation_id uuid not null references reconciliation (id) on delete cascade,
  kind text not null check (kind in ('payment-missing-here', 'payment-missing-there', 'payment-amount', 'payment-fee',
    'refund-missing-here', 'refund-missing-there', 'refund-amount', 'refund-status', 'balance')),
  provider_id text,
  order_id uuid references "order" (id),
  our_centavos bigint,
  their_centavos bigint,
  explained_at timestamptz,
  explained_by uuid references account (id),
  explanation text check (length(explanation) <= 1000)
);
create index reconciliation_difference_run_idx on reconciliation_difference (reconciliation_id);
create index reconciliation_difference_order_idx on reconciliation_difference (order_id) where order_id is not null;
create index reconciliation_difference_explained_idx on reconciliation_difference (explained_by)
  where explained_by is not null;

alter table event drop constraint event_subject_check;
alter table event add constraint event_subject_check
  check (subject in ('listing', 'rental', 'order', 'account', 'review',
  'contact-message', 'category', 'tag', 'agreement-template', 'thread', 'refund', 'deposit-claim', 'payout',
    'reconciliation'));
