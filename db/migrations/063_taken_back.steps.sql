-- A dispute about who did not come ends when both take it back.
alter table dispute
  drop constraint if exists dispute_outcome_check,
  add constraint dispute_outcome_check check (outcome in ('agreed', 'decided', 'appealed', 'undecided',
    'taken-back')) not valid;

alter table dispute validate constraint dispute_outcome_check;
