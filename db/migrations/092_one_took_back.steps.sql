-- A dispute about who did not come also ends when one side takes back what it said.
alter table dispute
  drop constraint if exists dispute_outcome_check,
  add constraint dispute_outcome_check check (outcome in ('agreed', 'decided', 'appealed', 'undecided',
    'taken-back', 'one-took-back', 'handed-over')) not valid;

alter table dispute validate constraint dispute_outcome_check;
