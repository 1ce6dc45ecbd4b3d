-- What is done of a kind since a job that is late: whether its lane is stuck.
create index concurrently if not exists effect_done_kind_idx on effect (kind, id) where done_at is not null;

-- Repeat: jobs of the version before name the listing alone.
update effect set payload = payload || jsonb_build_object('accountId', l.owner_id)
  from listing l
  where l.id = (effect.payload->>'listingId')::uuid and effect.id in (
    select e.id from effect e join listing x on x.id = (e.payload->>'listingId')::uuid
      where e.kind = 'take-down-mail' and not e.payload ? 'accountId' limit 2000);

-- The jobs that mail a person: deleting an account and setting a password find them.
create index concurrently if not exists effect_account_idx on effect ((payload->>'accountId'))
  where payload->>'accountId' is not null;

-- The messages to us that somebody wrote logged out, by their email.
create index concurrently if not exists contact_message_guest_idx on contact_message (lower(email))
  where account_id is null;

-- What waits for an admin, counted on the overview, and listed in the first order of the list.
create index concurrently if not exists account_unverified_idx on account (created_at desc, id desc)
  where deleted_at is null and verification_status = 'unverified' and role <> 'admin';

create index concurrently if not exists review_waiting_idx on review (created_at desc, id desc)
  where status = 'waiting';

create index concurrently if not exists contact_message_open_idx on contact_message (created_at desc, id desc)
  where handled_at is null;

create index concurrently if not exists report_open_idx on report (created_at desc, id desc) where closed_at is null;
