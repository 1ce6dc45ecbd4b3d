-- Each reminder of a rental is sent once: its row and its emails are written in one transaction.
create table reminder (
  rental_id uuid not null references rental (id) on delete cascade,
  kind text not null check (kind in ('starts-tomorrow', 'due-today', 'overdue')),
  number integer not null check (number > 0),
  sent_at timestamptz not null,
  primary key (rental_id, kind, number)
);
-- The rentals for which a reminder may be due: few at a time, by their days.
create index rental_ahead_idx on rental (lower(period)) where status = 'Approved';
create index rental_out_idx on rental (upper(period)) where status = 'Active';
