-- When the notice was written, which may be long after its event (`created_at`). The notices that are there get the
-- time of this migration, a constant: the table is not rewritten.
alter table notice add column written_at timestamptz not null default now();
