-- The public key of the site with which a browser subscribed: it can't get what is signed with another one. Null where
-- it subscribed before keys were noted.
alter table push_subscription add column if not exists vapid_key text;
