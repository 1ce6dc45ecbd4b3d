-- Find the waits that are over, and the webhooks, that were kept long enough.
drop index concurrently if exists waitlist_entry_ended_idx;

create index concurrently if not exists waitlist_entry_ended_idx on waitlist_entry (ended_at)
  where ended_at is not null;

drop index concurrently if exists provider_event_received_idx;

create index concurrently if not exists provider_event_received_idx on provider_event (received_at);

-- Repeat: the counts of tags that were deleted stayed.
delete from tag_count where tag in (
  select c.tag from tag_count c where not exists (select from tag t where t.name = c.tag) limit 1000);
