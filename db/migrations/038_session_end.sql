-- Sessions end after 30 days without use and 90 days in all, an admin's after 12 hours and 7 days: also those that
-- are open.
update session s
set expires_at = least(s.expires_at, s.created_at + interval '90 days',
  case a.role when 'admin' then least(s.updated_at + interval '12 hours', s.created_at + interval '7 days') end)
from account a
where a.id = s.user_id;
