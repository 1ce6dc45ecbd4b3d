-- Messages of the contact page, open until an admin has handled them.
create table contact_message (
  id uuid primary key,
  account_id uuid references account (id) on delete set null,
  name text not null check (length(name) between 1 and 120),
  email text not null check (length(email) between 3 and 254),
  subject text not null check (length(subject) between 1 and 150),
  message text not null check (length(message) between 1 and 5000),
  created_at timestamptz not null default now(),
  handled_at timestamptz,
  handled_by uuid references account (id)
);
create index contact_message_newest_idx on contact_message (created_at desc, id desc);
create index contact_message_account_idx on contact_message (account_id);
