-- How many things a sweep could not do the last time it ran, since when some fail, and the code of the last error.
alter table sweep_turn add column if not exists failures integer not null default 0,
  add column if not exists failing_since timestamptz, add column if not exists last_error text;
