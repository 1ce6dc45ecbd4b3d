-- Deleting, suspending and downloading an account find all its listings, also archived ones, and its events.
create index concurrently if not exists listing_by_owner_idx on listing (owner_id);

create index concurrently if not exists event_by_actor_idx on event (actor_id, id) where actor_id is not null;
