-- When a request is rejected by itself unless it was answered: noted when its owner is asked. What waits at this moment has 48
-- hours from now, and never longer than its start date.
alter table rental add column answer_by timestamptz;
update rental r set answer_by = least(now() + interval '48 hours', (lower(r.period) + 1)::timestamp at time zone 'Asia/Manila')
  from "order" o where o.id = r.order_id and o.status = 'confirmed' and r.status = 'Pending';
drop index rental_unanswered_idx;
create index rental_unanswered_idx on rental (answer_by) where status = 'Pending';

-- A thing is out once. Where one was marked as out twice before this was refused, the others are let be until they end.
alter table rental add column out_beside boolean not null default false;
update rental r set out_beside = true where r.status = 'Active' and exists (select from rental x
  where x.listing_id = r.listing_id and x.status = 'Active' and x.id < r.id);
create unique index rental_out_once on rental (listing_id) where status = 'Active' and not out_beside;

-- What listings stored of their rentals could be of another time.
update listing l set status = held.status from (select x.id, case when not x.bookable_while_rented and x.archived_at is null
    and exists (select from rental r where r.listing_id = x.id and r.status in ('Pending', 'Approved', 'Active'))
    then 'unavailable' else 'approved' end as status from listing x where x.status in ('approved', 'unavailable')) held
  where held.id = l.id and held.status <> l.status;
