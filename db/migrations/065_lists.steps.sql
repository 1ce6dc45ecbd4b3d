-- The audit log by what was done, to what, and by which admin: for its filters, and for what there is to choose.
drop index concurrently if exists event_audited_action_idx;

create index concurrently if not exists event_audited_action_idx on event (action, at desc, id desc) where audited;

drop index concurrently if exists event_audited_subject_idx;

create index concurrently if not exists event_audited_subject_idx on event (subject, at desc, id desc) where audited;

drop index concurrently if exists event_by_admin_idx;

create index concurrently if not exists event_by_admin_idx on event (actor_id) where actor_role = 'admin';

-- What moved for one person, with the entry of each: their statement begins with it.
drop index concurrently if exists book_posting_entry_of_account_idx;

create index concurrently if not exists book_posting_entry_of_account_idx
  on book_posting (book_account, person_id, entry_id) include (centavos);

drop index concurrently if exists book_posting_account_idx;

-- A person's waiting list in its order: what is open, and then the newest.
drop index concurrently if exists waitlist_entry_list_idx;

create index concurrently if not exists waitlist_entry_list_idx
  on waitlist_entry (account_id, (ended_at is null) desc, asked_at desc, id desc);

drop index concurrently if exists waitlist_entry_account_idx;

-- Whom a person has blocked, the latest first.
drop index concurrently if exists person_block_list_idx;

create index concurrently if not exists person_block_list_idx
  on person_block (blocker_id, blocked_at desc, blocked_id desc);

-- When each sweep began, and until when it counts as under way: of several processes one does it.
create table if not exists sweep_turn (
  name text primary key,
  began_at timestamptz not null,
  busy_until timestamptz not null
);

-- The threads of a person with something unread, which every page counts.
drop index concurrently if exists thread_renter_unread_idx;

create index concurrently if not exists thread_renter_unread_idx on thread (renter_id) include (renter_unread)
  where renter_unread > 0;

drop index concurrently if exists thread_owner_unread_idx;

create index concurrently if not exists thread_owner_unread_idx on thread (owner_id) include (owner_unread)
  where owner_unread > 0;

-- The orders in which admins first see disputes, refunds and jobs; and who is an admin.
drop index concurrently if exists dispute_newest_idx;

create index concurrently if not exists dispute_newest_idx on dispute (opened_at desc, id desc);

drop index concurrently if exists refund_work_idx;

create index concurrently if not exists refund_work_idx on refund (
  (case when status = 'manual' then extract(epoch from created_at - timestamptz 'epoch')::bigint
    else 100000000000 - extract(epoch from created_at - timestamptz 'epoch')::bigint end), id);

drop index concurrently if exists effect_work_idx;

create index concurrently if not exists effect_work_idx on effect (
  ((case when failed_at is null then 100000000000 else 0 end
    + extract(epoch from created_at - timestamptz 'epoch')::bigint)), id) where done_at is null;

drop index concurrently if exists account_admin_idx;

create index concurrently if not exists account_admin_idx on account (id) where role = 'admin';
