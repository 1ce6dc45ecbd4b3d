-- What is done of a kind since a job that is late: whether its lane is stuck.
create index concurrently if not exists effect_done_kind_idx on effect (kind, id) where done_at is not null;

-- The jobs that mail a person: deleting an account and setting a password find them.
create index concurrently if not exists effect_account_idx on effect ((payload->>'accountId'))
  where payload->>'accountId' is not null;

-- The messages to us that somebody wrote logged out, by their email.
create index concurrently if not exists contact_message_guest_idx on contact_message (lower(email))
  where account_id is null;
