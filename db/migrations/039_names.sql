-- When a rental was first approved: from then on its two people see each other's full names.
alter table rental add column approved_at timestamptz;
update rental r set approved_at = e.at
  from (select subject_id, min(at) as at from event where subject = 'rental'
    and action = 'approve' group by subject_id) e
  where e.subject_id = r.id::text;
update rental set approved_at = status_changed_at
  where approved_at is null and status in ('Approved', 'Active', 'Completed');

create function note_approval() returns trigger language plpgsql as $$
begin
  if new.approved_at is null then new.approved_at := new.status_changed_at; end if;
  return new;
end $$;
create trigger rental_approval before insert or update of status on rental
  for each row when (new.status in ('Approved', 'Active', 'Completed')) execute function note_approval();
alter table rental add constraint rental_approved_at
  check (approved_at is not null or status not in ('Approved', 'Active', 'Completed'));

create index rental_pair_idx on rental (renter_id, owner_id) where approved_at is not null;

-- The uploaded picture of an account, found by its address.
create index account_picture_idx on account (image) where image like '/images/%';
