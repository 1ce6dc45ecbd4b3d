-- What an admin wrote when deciding a dispute (`decision` in older events, `reason` in newer ones) can be taken out of
-- an event, as other reasons can: when one of the two people is erased.
create or replace function event_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.network is null or new.network = old.network)
    and (new.detail = old.detail or old.actor_role = 'admin' and (new.detail = old.detail - 'reason'
      or old.subject = 'deposit-claim' and new.detail = old.detail - '{reason,decision}'::text[]))
    and to_jsonb(new) - '{network,detail,audited}'::text[] = to_jsonb(old) - '{network,detail,audited}'::text[] then
      return new; end if;
  if tg_op = 'DELETE' and old.action in ('log-in', 'fail-log-in', 'refuse', 'export')
    and old.at < now() - interval '90 days' then
      return old; end if;
  raise exception 'events are only added to';
end $$;
