-- The orders in which admins first see users, orders and what admins did.
create index account_newest_idx on account (created_at desc, id desc) where deleted_at is null;
create index order_newest_idx on "order" (created_at desc, id desc);
create index event_admin_newest_idx on event (at desc, id desc) where actor_role = 'admin';
drop index event_admin_idx;
