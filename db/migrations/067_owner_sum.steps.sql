-- The three sums of `OwnerSums` (domain/book/payout.ts) for each owner, kept by triggers: adding them up for a list of
-- owners takes seconds with a million rentals.
create table if not exists owner_sum (
  owner_id uuid primary key references account (id),
  balance_centavos bigint not null,
  open_centavos bigint not null,
  cash_deposit_centavos bigint not null
);

create index concurrently if not exists owner_sum_ready_idx on owner_sum
  ((balance_centavos - open_centavos + cash_deposit_centavos) desc, owner_id desc);

create index concurrently if not exists owner_sum_open_idx on owner_sum (open_centavos desc, owner_id desc);

-- The sums of an owner, added up from the book. What we owe is negative in the book, and positive here.
create or replace function owner_sum_of(owner uuid) returns owner_sum language sql as $$
  select owner,
    (select coalesce(-sum(p.centavos), 0)::bigint from book_posting p
      where p.person_id = owner and p.book_account in ('owner_payable', 'cash_collected')),
    (select coalesce(-sum(p.centavos), 0)::bigint from book_posting p join rental r on r.id = p.rental_id
        join "order" o on o.id = r.order_id
      where p.person_id = owner and p.book_account = 'owner_payable' and o.payment_method = 'online'
        and r.status in ('Pending', 'Approved', 'Active')),
    (select coalesce(-sum(p.centavos), 0)::bigint from rental r join "order" o on o.id = r.order_id
        join book_posting p on p.rental_id = r.id and p.book_account = 'deposit_held'
      where r.owner_id = owner and o.payment_method = 'cash_on_delivery')
$$;

-- Adds what one statement changed. An owner without a row gets one that is added up from the book, with this change in
-- it. If another transaction inserts that row first, it does not have this change, which is then added.
create or replace function add_to_owner_sum(owner uuid, balance bigint, open bigint, cash_deposit bigint)
returns void language plpgsql as $$
begin
  update owner_sum s set balance_centavos = s.balance_centavos + balance, open_centavos = s.open_centavos + open,
    cash_deposit_centavos = s.cash_deposit_centavos + cash_deposit where s.owner_id = owner;
  if found then return; end if;
  insert into owner_sum as s select * from owner_sum_of(owner)
    on conflict (owner_id) do update set balance_centavos = s.balance_centavos + balance,
      open_centavos = s.open_centavos + open, cash_deposit_centavos = s.cash_deposit_centavos + cash_deposit;
end $$;

create or replace function add_postings_to_owner_sums() returns trigger language plpgsql as $$
declare
  changed record;
begin
  -- A change of the status of these rentals waits for us, or we for it: each would miss the other's change otherwise.
  perform from rental r where r.id in (select a.rental_id from added a where a.book_account = 'owner_payable')
    order by r.id for no key update;
  for changed in
    select owner, sum(balance)::bigint as balance, sum(open)::bigint as open, sum(cash_deposit)::bigint as cash_deposit
    from (
      select a.person_id as owner, -a.centavos as balance, case when a.book_account = 'owner_payable'
          and o.payment_method = 'online' and r.status in ('Pending', 'Approved', 'Active')
        then -a.centavos else 0 end as open, 0 as cash_deposit
      from added a left join rental r on r.id = a.rental_id left join "order" o on o.id = r.order_id
      where a.book_account in ('owner_payable', 'cash_collected')
      union all
      select r.owner_id, 0, 0, -a.centavos from added a join rental r on r.id = a.rental_id
        join "order" o on o.id = r.order_id
      where a.book_account = 'deposit_held' and o.payment_method = 'cash_on_delivery'
    ) parts group by owner order by owner
  loop
    perform add_to_owner_sum(changed.owner, changed.balance, changed.open, changed.cash_deposit);
  end loop;
  return null;
end $$;

create or replace function add_statuses_to_owner_sums() returns trigger language plpgsql as $$
declare
  changed record;
begin
  for changed in
    select p.person_id as owner,
      sum(case when a.status in ('Pending', 'Approved', 'Active') then -p.centavos else p.centavos end)::bigint as open
    from changed_rows a join former_rows b on b.id = a.id
      join "order" o on o.id = a.order_id and o.payment_method = 'online'
      join book_posting p on p.rental_id = a.id and p.book_account = 'owner_payable'
    where (a.status in ('Pending', 'Approved', 'Active')) <> (b.status in ('Pending', 'Approved', 'Active'))
    group by 1 order by 1
  loop
    perform add_to_owner_sum(changed.owner, 0, changed.open, 0);
  end loop;
  return null;
end $$;

-- Both in one step: a row inserted while only one of them is there would miss the changes that the other one counts.
create or replace trigger rental_sums after update on rental
  referencing old table as former_rows new table as changed_rows
  for each statement execute function add_statuses_to_owner_sums();
create or replace trigger book_posting_sums after insert on book_posting
  referencing new table as added for each statement execute function add_postings_to_owner_sums();

alter table reconciliation_difference
  drop constraint if exists reconciliation_difference_kind_check,
  add constraint reconciliation_difference_kind_check check (kind in ('payment-missing-here', 'payment-missing-there',
    'payment-amount', 'payment-fee', 'refund-missing-here', 'refund-missing-there', 'refund-amount', 'refund-status',
    'balance', 'order-money', 'owner-sum')) not valid;

alter table reconciliation_difference validate constraint reconciliation_difference_kind_check;

-- Repeat: adds the owners with postings from before the triggers, in the order in which `writeBook` locks them.
insert into owner_sum
  select s.* from (
    select a.id from account a where not exists (select from owner_sum s where s.owner_id = a.id)
      and exists (select from book_posting p where p.person_id = a.id
        and p.book_account in ('owner_payable', 'cash_collected'))
    order by a.id limit 2000) a cross join lateral owner_sum_of(a.id) s order by s.owner_id
  on conflict do nothing;
