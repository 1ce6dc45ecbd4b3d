-- The assistant in a conversation. Only the person who switched it off in a thread can switch it on again;
-- `assistant_until` is set while a reply is being written: one at a time, and for a short time if its process dies.
alter table thread
  add column assistant_off_by text check (assistant_off_by in ('renter', 'owner')),
  add column assistant_off_at timestamptz,
  add column assistant_until timestamptz,
  add constraint thread_assistant_off_check check ((assistant_off_by is null) = (assistant_off_at is null));

-- The message that the assistant replied to: at most one reply each, also after a repeated effect. Messages of people
-- have none.
alter table message
  add column reply_to bigint unique references message (id) on delete cascade,
  add constraint message_reply_check check ((sender = 'ai') = (reply_to is not null));
