-- How many listings have a tag, without the deleted ones: counting them for a page of tags read every listing.
create table if not exists tag_count (
  tag text primary key,
  listing_count integer not null
);

-- Adds what one statement changed to the count of a tag. A tag without a row gets one that is counted, with this
-- change in it. If another transaction inserts that row first, it does not have this change, which is then added.
create or replace function add_to_tag_count(changed text, more integer) returns void language plpgsql as $$
begin
  update tag_count c set listing_count = c.listing_count + more where c.tag = changed;
  if found then return; end if;
  insert into tag_count as c
    select changed, count(*) from listing l where l.tags @> array[changed] and l.archived_at is null
    on conflict (tag) do update set listing_count = c.listing_count + more;
end $$;

create or replace function count_tags() returns trigger language plpgsql as $$
declare
  changed record;
begin
  if tg_op = 'INSERT' then
    for changed in
      select t.tag, count(distinct a.id)::int as more from added a cross join unnest(a.tags) t (tag)
      where a.archived_at is null group by t.tag order by t.tag
    loop perform add_to_tag_count(changed.tag, changed.more); end loop;
  elsif tg_op = 'DELETE' then
    for changed in
      select t.tag, -count(distinct d.id)::int as more from deleted d cross join unnest(d.tags) t (tag)
      where d.archived_at is null group by t.tag order by t.tag
    loop perform add_to_tag_count(changed.tag, changed.more); end loop;
  else
    for changed in
      select x.tag, sum(x.more)::int as more from (
        select distinct a.id, t.tag, 1 as more from changed_rows a cross join unnest(a.tags) t (tag)
        where a.archived_at is null
        union all
        select distinct b.id, t.tag, -1 from former_rows b cross join unnest(b.tags) t (tag)
        where b.archived_at is null) x
      group by x.tag having sum(x.more) <> 0 order by x.tag
    loop perform add_to_tag_count(changed.tag, changed.more); end loop;
  end if;
  return null;
end $$;

-- All in one step: a row inserted while only some of them are there would miss the changes that the others count.
create or replace trigger listing_tags_added after insert on listing referencing new table as added
  for each statement execute function count_tags();
create or replace trigger listing_tags_deleted after delete on listing referencing old table as deleted
  for each statement execute function count_tags();
create or replace trigger listing_tags_changed after update on listing
  referencing old table as former_rows new table as changed_rows
  for each statement execute function count_tags();

-- Repeat: counts the tags from before the triggers, in the order in which these change them. Who changes a listing
-- with one of these tags waits for the step, so there are few.
insert into tag_count
  select t.name, (select count(*) from listing l where l.tags @> array[t.name] and l.archived_at is null)
  from tag t where not exists (select from tag_count c where c.tag = t.name) order by t.name limit 5
  on conflict do nothing;
