-- The assistant in a conversation. Whoever switched it off in a thread is who can switch it on again; `assistant_until` is while a reply
-- is being written: one at a time, and of a process that died not for long.
alter table thread
  add column assistant_off_by text check (assistant_off_by in ('renter', 'owner')),
  add column assistant_off_at timestamptz,
  add column assistant_until timestamptz,
  add constraint thread_assistant_off_check check ((assistant_off_by is null) = (assistant_off_at is null));

-- The message that the assistant replied to: at most one reply each, whatever was done twice. No person's message has one.
alter table message
  add column reply_to bigint unique references message (id) on delete cascade,
  add constraint message_reply_check check ((sender = 'ai') = (reply_to is not null));
