-- Each reminder of a rental is sent once: who writes its row also writes its letters, in one transaction.
create table reminder (
  rental_id uuid not null references rental (id) on delete cascade,
  kind text not null check (kind in ('starts-tomorrow', 'due-today', 'overdue')),
  number integer not null check (number > 0),
  sent_at timestamptz not null,
  primary key (rental_id, kind, number)
);
-- What a reminder may be due for: few rentals at a time, by the days they are on.
create index rental_ahead_idx on rental (lower(period)) where status = 'Approved';
create index rental_out_idx on rental (upper(period)) where status = 'Active';
