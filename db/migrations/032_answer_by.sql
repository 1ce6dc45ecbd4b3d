-- When a request is rejected automatically unless it is answered: set when its owner is asked. Requests that wait at
-- this migration have 48 hours from now, and never longer than their start date.
alter table rental add column answer_by timestamptz;
update rental r set answer_by = least(now() + interval '48 hours',
  (lower(r.period) + 1)::timestamp at time zone 'Asia/Manila')
  from "order" o where o.id = r.order_id and o.status = 'confirmed' and r.status = 'Pending';
drop index rental_unanswered_idx;
create index rental_unanswered_idx on rental (answer_by) where status = 'Pending';

-- A listing has one Active rental at most. Where one had several before this rule, the others may stay until they
-- end.
alter table rental add column out_beside boolean not null default false;
update rental r set out_beside = true where r.status = 'Active' and exists (select from rental x
  where x.listing_id = r.listing_id and x.status = 'Active' and x.id < r.id);
create unique index rental_out_once on rental (listing_id) where status = 'Active' and not out_beside;

-- Columns that listings derive from their rentals could be out of date.
update listing l set status = held.status from (select x.id, case when not x.bookable_while_rented
  and x.archived_at is null
    and exists (select from rental r where r.listing_id = x.id and r.status in ('Pending', 'Approved', 'Active'))
    then 'unavailable' else 'approved' end as status from listing x where x.status in ('approved', 'unavailable')) held
  where held.id = l.id and held.status <> l.status;
