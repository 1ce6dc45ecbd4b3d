-- Who wants no messages from whom, and no rentals with them.
create table person_block (
  blocker_id uuid not null references account (id),
  blocked_id uuid not null references account (id),
  blocked_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index person_block_blocked_idx on person_block (blocked_id);

-- What one of a thread reported of the other: the person, or a message of theirs with its text as it was then.
create table report (
  id uuid primary key,
  reporter_id uuid not null references account (id),
  reported_id uuid not null references account (id),
  thread_id uuid not null references thread (id),
  message_id bigint references message (id) on delete set null,
  message_text text check (length(message_text) <= 2000),
  message_sent_at timestamptz,
  reason text not null check (reason in ('spam', 'outside', 'harassment', 'scam', 'other')),
  note text not null default '' check (length(note) <= 1000 and (reason <> 'other' or note <> '')),
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  closed_by uuid references account (id),
  decision text check (decision in ('no-action', 'warned', 'removed')),
  decision_note text check (length(decision_note) <= 1000),
  check (reporter_id <> reported_id),
  check ((message_text is null) = (message_sent_at is null)),
  check (num_nulls(closed_at, closed_by, decision, decision_note) in (0, 4))
);
create unique index report_open_message_idx on report (reporter_id, message_id) where closed_at is null;
create unique index report_open_person_idx on report (reporter_id, reported_id) where closed_at is null
  and message_text is null;
create index report_newest_idx on report (created_at desc, id desc);
create index report_reporter_idx on report (reporter_id);
create index report_reported_idx on report (reported_id);
create index report_thread_idx on report (thread_id);
create index report_message_idx on report (message_id) where message_id is not null;
create index report_closed_by_idx on report (closed_by) where closed_by is not null;

alter table event drop constraint event_subject_check;
alter table event add constraint event_subject_check
  check (subject in ('listing', 'rental', 'order', 'account', 'review',
  'contact-message', 'category', 'tag', 'agreement-template', 'thread', 'refund', 'deposit-claim', 'payout',
    'reconciliation',
  'report'));
