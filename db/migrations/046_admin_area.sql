-- What an admin is for: everything, people and what they publish, or money. Nobody else has an area.
alter table account add column admin_area text check (admin_area in ('all', 'support', 'money'));
update account set admin_area = 'all' where role = 'admin';
alter table account add constraint account_admins_have_areas check ((role = 'admin') = (admin_area is not null));
