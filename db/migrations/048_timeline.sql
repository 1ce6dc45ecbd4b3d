-- What happened with a rental, entry by entry, each with the hash of the one before it. The hash covers the salted
-- hash of a text, not the text: erasing the text breaks nothing.
create table rental_entry (
  rental_id uuid not null references rental (id),
  seq integer not null check (seq > 0),
  at timestamptz not null,
  by_id uuid references account (id),
  side text not null check (side in ('renter', 'owner', 'admin', 'system')),
  kind text not null check (kind ~ '^[a-z][a-z-]{1,40}$'),
  facts jsonb not null,
  text text check (length(text) between 1 and 5000),
  text_salt text,
  text_hash text check (text_hash ~ '^[0-9a-f]{64}$'),
  photos jsonb not null,
  prev text check (prev ~ '^[0-9a-f]{64}$'),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  constraint rental_entry_once unique (rental_id, seq),
  constraint rental_entry_text_or_not check ((text is null) = (text_salt is null)
    and (text is null or text_hash is not null)),
  constraint rental_entry_prev_or_first check ((prev is null) = (seq = 1))
);
create index rental_entry_text_idx on rental_entry (by_id) where text is not null;

create function rental_entry_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.text is null and new.text_salt is null
    and to_jsonb(new) - '{text,text_salt}'::text[] = to_jsonb(old) - '{text,text_salt}'::text[] then
      return new; end if;
  raise exception 'the timeline of a rental is only added to';
end $$;
create trigger rental_entry_kept before update or delete on rental_entry
  for each row execute function rental_entry_is_kept();

-- The number of entries and the hash of the last one: with them entries that were cut off at the end are missed.
alter table rental add column entry_count integer not null default 0, add column entry_head text;

-- The SHA-256 of the widest file of a photo, since this migration.
alter table photo add column sha256 text;
