-- What was kept long enough is found by its age, oldest first (`domain/retention`).
create index concurrently if not exists session_end_idx on session (expires_at);

create index concurrently if not exists verification_end_idx on verification (expires_at);

create index concurrently if not exists thread_age_idx on thread (last_message_at);

create index concurrently if not exists support_message_age_idx on support_message (sent_at);

create index concurrently if not exists report_closed_idx on report (closed_at) where closed_at is not null;

create index concurrently if not exists photo_age_idx on photo (created_at)
  where listing_id is null and former_listing_id is null and claim_id is null;

create index concurrently if not exists event_access_idx on event (at)
  where action in ('log-in', 'fail-log-in', 'refuse', 'export');

-- Log-ins, refusals and exports may go once they are 90 days old; every other event stays as it was.
create or replace function event_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.network is null
    and to_jsonb(new) - '{network,audited}'::text[] = to_jsonb(old) - '{network,audited}'::text[] then
      return new; end if;
  if tg_op = 'DELETE' and old.action in ('log-in', 'fail-log-in', 'refuse', 'export')
    and old.at < now() - interval '90 days' then
      return old; end if;
  raise exception 'events are only added to';
end $$;
