-- What is out is not free until it is back: no rental gets one of its days up to today, nor today when it went out
-- before its first day. That also counts for the days that a change adds to a rental; `ended_at` of the change says
-- when that was.
create or replace function rental_is_not_over_a_late_one() returns trigger language plpgsql as $$
declare
  today date := (greatest(new.status_changed_at, (select max(c.ended_at) from rental_change c
    where c.rental_id = new.id and c.state = 'done')) at time zone 'Asia/Manila')::date;
  added datemultirange := datemultirange(new.period);
begin
  if tg_op = 'UPDATE' and old.status in ('Pending', 'Approved', 'Active') then
    added := added - datemultirange(old.period);
  end if;
  if not isempty(added) and exists (select from rental r where r.listing_id = new.listing_id and r.status = 'Active'
    and r.id <> new.id and range_merge(r.period, daterange(today, today + 1)) && added) then
      raise exception 'the item is out late' using errcode = 'exclusion_violation',
        constraint = 'rental_out_late', table = 'rental';
  end if;
  return new;
end $$;

create or replace trigger rental_taken_while_late before insert or update of status, period on rental
  for each row when (new.status in ('Pending', 'Approved'))
  execute function rental_is_not_over_a_late_one();

drop trigger if exists rental_retaken_while_late on rental;
