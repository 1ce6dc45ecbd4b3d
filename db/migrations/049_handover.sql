-- When a thing was really handed over and returned, how each was proved ('owner', 'renter': said by that side; 'both';
-- 'admin'), and when the other side objected.
alter table rental
  add column handed_over_at timestamptz,
  add column handover_proof text,
  add column handover_objected_at timestamptz,
  add column returned_at timestamptz,
  add column return_proof text,
  add column return_objected_at timestamptz,
  -- The renter says that they have brought it back; the owner has not answered yet, or has objected.
  add column brought_back_at timestamptz,
  add column brought_back_objected_at timestamptz;

-- The codes of a rental are derived from their version, so that none is stored; wrong tries count over all versions.
create table handover_code (
  rental_id uuid not null references rental (id),
  direction text not null check (direction in ('out', 'back')),
  version integer not null default 1,
  wrong integer not null default 0,
  paused_until timestamptz,
  primary key (rental_id, direction)
);

-- The rental of whose timeline an uploaded photo is part.
alter table photo add column entry_rental_id uuid;
