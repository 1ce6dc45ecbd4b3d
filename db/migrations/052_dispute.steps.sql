-- Quarrels about a rental. At most one of a rental is open at a time; later ones follow in the same room.
create table if not exists dispute (
  id uuid primary key,
  rental_id uuid not null references rental (id),
  kind text not null check (kind in ('damage', 'missing-parts', 'not-as-described', 'not-handed-over',
    'not-returned', 'late', 'no-show', 'money')),
  opened_by text not null check (opened_by in ('renter', 'owner', 'system')),
  opened_at timestamptz not null,
  answer_by timestamptz not null,
  answered_at timestamptz,
  -- What each side asks for, in centavos: the owner of the deposit and beyond it, the renter of what they paid.
  owner_asked integer check (owner_asked > 0),
  renter_asked integer check (renter_asked > 0),
  -- When it ends, or goes on, without anybody's doing; null once it is closed.
  due_at timestamptz,
  owner_accepted_at timestamptz,
  renter_accepted_at timestamptz,
  appealed_by text check (appealed_by in ('renter', 'owner')),
  appealed_at timestamptz,
  closed_at timestamptz,
  outcome text check (outcome in ('agreed', 'decided', 'appealed', 'undecided')),
  -- What moved when it was closed, in centavos, and what one owes the other beside it.
  deposit_moved integer not null default 0 check (deposit_moved >= 0),
  rent_moved integer not null default 0 check (rent_moved >= 0),
  goodwill_moved integer not null default 0 check (goodwill_moved >= 0),
  goodwill_to text check (goodwill_to in ('renter', 'owner')),
  owed integer not null default 0 check (owed >= 0),
  owed_by text check (owed_by in ('renter', 'owner')),
  check ((appealed_by is null) = (appealed_at is null)),
  check ((closed_at is null) = (due_at is not null)),
  check ((closed_at is null) = (outcome is null)),
  check ((owed > 0) = (owed_by is not null))
);
create unique index if not exists dispute_open_idx on dispute (rental_id) where closed_at is null;
create index if not exists dispute_rental_idx on dispute (rental_id, opened_at);
create index if not exists dispute_due_idx on dispute (due_at) where due_at is not null;

-- What the two say in it. Nothing is ever changed.
create table if not exists dispute_statement (
  id bigint generated always as identity primary key,
  dispute_id uuid not null references dispute (id),
  by text not null check (by in ('renter', 'owner', 'system')),
  part text not null check (part in ('open', 'answer', 'appeal')),
  kind text,
  text text not null check (length(text) between 1 and 2000),
  asked integer check (asked > 0),
  photo_ids uuid[] not null default '{}' check (cardinality(photo_ids) <= 6),
  at timestamptz not null
);
create index if not exists dispute_statement_dispute_idx on dispute_statement (dispute_id, id);

-- The decision of an admin, and the one on the appeal.
create table if not exists dispute_decision (
  dispute_id uuid not null references dispute (id),
  round smallint not null check (round in (1, 2)),
  owner_centavos integer not null check (owner_centavos >= 0),
  rent_centavos integer not null check (rent_centavos >= 0),
  goodwill_centavos integer not null check (goodwill_centavos >= 0),
  goodwill_to text check (goodwill_to in ('renter', 'owner')),
  reason text not null check (length(reason) between 1 and 2000),
  decided_by uuid references account (id),
  decided_at timestamptz not null,
  primary key (dispute_id, round),
  check ((goodwill_centavos > 0) = (goodwill_to is not null))
);
create index if not exists dispute_decision_decided_by_idx on dispute_decision (decided_by)
  where decided_by is not null;

-- A claim of a second dispute adds to what the first one granted.
alter table deposit_claim add column if not exists granted_before integer not null default 0;

-- The photos of a room carry its rental, also where nothing of a deposit is claimed.
alter table photo
  drop constraint if exists photo_claim_id_fkey,
  drop constraint if exists photo_claim_rental_fkey,
  add constraint photo_claim_rental_fkey foreign key (claim_id) references rental (id) not valid;

alter table photo validate constraint photo_claim_rental_fkey;

-- The dispute of a claim on a deposit that there was before, or that the version before makes, answers or decides.
create or replace function dispute_of_claim(c deposit_claim) returns void language plpgsql as $$
declare
  d dispute;
begin
  select * into d from dispute where rental_id = c.rental_id
    and (closed_at is null or c.decided_at is not null) order by opened_at desc limit 1;
  if d.id is null then
    insert into dispute (id, rental_id, kind, opened_by, opened_at, answer_by, answered_at, owner_asked, due_at)
      values (gen_random_uuid(), c.rental_id, 'damage', 'owner', c.created_at, c.created_at + interval '72 hours',
        c.answered_at, c.centavos, c.created_at + interval '14 days') returning * into d;
    insert into dispute_statement (dispute_id, by, part, kind, text, asked, photo_ids, at)
      values (d.id, 'owner', 'open', 'damage', c.reason, c.centavos, array(select p.id from photo p
        where p.claim_id = c.rental_id order by p.position), c.created_at);
  end if;
  if c.answer is not null and not exists (select from dispute_statement s join dispute x on x.id = s.dispute_id
    where x.rental_id = c.rental_id and s.by = 'renter') then
    insert into dispute_statement (dispute_id, by, part, text, at)
      values (d.id, 'renter', 'answer', c.answer, c.answered_at);
    update dispute set answered_at = c.answered_at where id = d.id;
  end if;
  if c.decided_at is not null and d.closed_at is null then
    insert into dispute_decision (dispute_id, round, owner_centavos, rent_centavos, goodwill_centavos, reason,
        decided_by, decided_at)
      values (d.id, 1, c.granted_centavos, 0, 0, coalesce(nullif(c.decision, ''), '-'), c.decided_by, c.decided_at)
      on conflict do nothing;
    update dispute set closed_at = c.decided_at, due_at = null, outcome = 'decided',
      deposit_moved = c.granted_centavos where id = d.id;
  end if;
end $$;

create or replace function dispute_follows_claim() returns trigger language plpgsql as $$
begin
  perform dispute_of_claim(new);
  return null;
end $$;

-- Deferred, so that the photos of a claim are there.
drop trigger if exists deposit_claim_has_dispute on deposit_claim;
create constraint trigger deposit_claim_has_dispute after insert or update of answer, decided_at on deposit_claim
  deferrable initially deferred for each row execute function dispute_follows_claim();

-- The claims from before the trigger.
create table if not exists deposit_claim_to_open (rental_id uuid primary key);

insert into deposit_claim_to_open
  select c.rental_id from deposit_claim c where not exists (select from dispute d where d.rental_id = c.rental_id)
  on conflict do nothing;

-- Repeat: the trigger makes their disputes at the end of the step, for which who changes one of these claims waits.
with batch as (select rental_id from deposit_claim_to_open order by rental_id limit 200),
  opened as (update deposit_claim set answer = answer where rental_id in (select rental_id from batch))
delete from deposit_claim_to_open where rental_id in (select rental_id from batch);

drop table if exists deposit_claim_to_open;

-- A refund for the same reason is made once for each cause, such as a dispute.
alter table refund add column if not exists cause_id uuid;

drop index concurrently if exists refund_once_idx;

create unique index concurrently if not exists refund_once_idx
  on refund (rental_id, reason, coalesce(cause_id, rental_id)) where rental_id is not null;

drop index concurrently if exists refund_rental_once_idx;

alter table refund
  drop constraint if exists refund_reason_check,
  add constraint refund_reason_check check (reason in ('reject', 'cancel', 'expire', 'lapse',
    'reject-by-admin', 'cancel-by-admin', 'deposit', 'claim', 'unused', 'withdraw',
    'cancel-not-back', 'renter-no-show', 'owner-no-show', 'late-fee', 'dispute', 'goodwill')) not valid;

alter table refund validate constraint refund_reason_check;

-- What the site pays of its own money.
alter table book_posting
  drop constraint if exists book_posting_book_account_check,
  add constraint book_posting_book_account_check check (book_account in ('provider_clearing', 'provider_cost',
    'renter_credit', 'owner_payable', 'platform_fee', 'deposit_held', 'refund_due', 'cash_collected', 'bank',
    'goodwill')) not valid,
  drop constraint if exists book_posting_check,
  add constraint book_posting_check check ((person_id is null) = (book_account in ('provider_clearing',
    'provider_cost', 'platform_fee', 'bank', 'goodwill'))) not valid;

alter table book_posting validate constraint book_posting_book_account_check;

alter table book_posting validate constraint book_posting_check;
