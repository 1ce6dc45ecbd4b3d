-- What is done of a kind since a job that is late: whether its lane is stuck.
create index concurrently if not exists effect_done_kind_idx on effect (kind, id) where done_at is not null;
