-- Goodwill outside a dispute is proposed as other movements of money are.
alter table proposal
  drop constraint if exists proposal_kind_check,
  add constraint proposal_kind_check check (kind ~ '^[a-z]+(-[a-z]+)*$') not valid;

alter table proposal validate constraint proposal_kind_check;
