-- What admins do about money: refunds paid out by hand or tried again, payouts taken back, and differences explained.

alter table refund
  add column attempt integer not null default 1 check (attempt >= 1),
  add column paid_on date,
  add constraint refund_paid_on_check check ((status = 'paid_out') = (paid_on is not null
    and paid_out_by is not null));

-- A wrongly recorded payout stays, with who cancelled it and why; its reference can then be used again.
alter table payout
  add column reversed_at timestamptz,
  add column reversed_by uuid references account (id),
  add column reversal_reason text check (length(reversal_reason) between 1 and 500),
  add check ((reversed_at is null) = (reversed_by is null)),
  add check ((reversed_at is null) = (reversal_reason is null)),
  drop constraint payout_reference_key;
create unique index payout_reference_once_idx on payout (reference) where reversed_at is null;
create index payout_reversed_by_idx on payout (reversed_by) where reversed_by is not null;
create index payout_recorded_idx on payout (recorded_at desc, id desc);

-- The nightly run has no account. `since` is how far back the run compared.
alter table reconciliation
  add column asked_by uuid references account (id),
  add column since timestamptz;
create index reconciliation_asked_by_idx on reconciliation (asked_by) where asked_by is not null;

alter table reconciliation_difference add column note text;
create index reconciliation_difference_same_idx on reconciliation_difference (provider_id, kind);
