-- The session in which a second factor is being set up: only there its key is shown, and taken. Null once it is on.
alter table two_factor add column if not exists session_id uuid;
