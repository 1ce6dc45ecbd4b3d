-- A person's questions to the assistant and its answers, visible to them only. At most one answer at a time is being
-- written.
create table support_message (
  id bigint generated always as identity primary key,
  account_id uuid not null references account (id) on delete cascade,
  sender text not null check (sender in ('person', 'assistant')),
  body text not null check (length(body) <= 4000),
  state text not null default 'done' check (state in ('writing', 'done', 'failed', 'stopped')),
  sources text[] not null default '{}',
  sent_at timestamptz not null default now(),
  check (sender = 'assistant' or state = 'done')
);
create index support_message_account_idx on support_message (account_id, id desc);
create unique index support_message_writing_idx on support_message (account_id) where state = 'writing';

-- The assistant's usage per Manila day, over all servers.
create table assistant_usage (
  day date primary key,
  tokens bigint not null default 0 check (tokens >= 0),
  answers integer not null default 0 check (answers >= 0)
);
