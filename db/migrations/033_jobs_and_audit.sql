-- The audit log also has who logged in or failed to, what was refused and what was exported, with the network it came
-- from. New subjects come with new parts of the site; `EventSubject` of `db/schema.ts` lists them.
alter table event drop constraint event_subject_check;
alter table event add constraint event_subject_check check (subject ~ '^[a-z][a-z-]{1,30}$');
alter table event
  add column network text check (length(network) <= 60),
  add column audited boolean not null generated always as (coalesce(actor_role = 'admin', false)
    or action in ('log-in', 'fail-log-in', 'refuse', 'export')) stored;
drop index event_admin_newest_idx;
create index event_audited_newest_idx on event (at desc, id desc) where audited;
create index event_network_idx on event (at) where network is not null;
create index event_network_actor_idx on event (actor_id) where network is not null;

-- Events are only added to. The one thing that may go is the network, when its person is erased or after a year.
create function event_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.network is null
    and to_jsonb(new) - '{network,audited}'::text[] = to_jsonb(old) - '{network,audited}'::text[] then
      return new; end if;
  raise exception 'events are only added to';
end $$;
create trigger event_kept before update or delete on event for each row execute function event_is_kept();
create trigger event_not_emptied before truncate on event execute function event_is_kept();

-- Errors are stored as codes: a mail server's message may contain an address, and would outlive the account.
update effect set last_error = coalesce(substring(last_error from '^[A-Za-z]{1,30}'), 'Error')
  where last_error is not null;
alter table effect add constraint effect_last_error_check check (last_error ~ '^[A-Za-z0-9_ ]{1,60}$');
drop index effect_due_idx;
create index effect_kind_due_idx on effect (kind, due_at, id) where done_at is null and failed_at is null;
create index effect_failed_idx on effect (failed_at) where failed_at is not null;
create index effect_done_idx on effect (done_at) where done_at is not null;
