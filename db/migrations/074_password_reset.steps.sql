-- When the password was last set by a mailed link: browsers that were known before are unknown since.
alter table account add column if not exists password_reset_at timestamptz;
