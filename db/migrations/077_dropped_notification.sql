-- The unread message whose notification to this side was dropped; 0 when there is none.
alter table thread
  add column renter_dropped_id bigint not null default 0,
  add column owner_dropped_id bigint not null default 0;
