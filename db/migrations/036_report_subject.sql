-- Listings and reviews can be reported as people and messages can; their text is kept as it was then.
alter table report
  alter column thread_id drop not null,
  add column about text not null default 'person' check (about in ('person', 'message', 'listing', 'review')),
  add column listing_id uuid references listing (id) on delete set null,
  add column review_id uuid references review (id) on delete set null,
  add column reported_text text check (length(reported_text) <= 5000),
  drop constraint report_decision_check,
  add constraint report_decision_check
    check (decision in ('no-action', 'warned', 'removed', 'suspended', 'taken-down', 'review-removed'));
update report set about = 'message' where message_text is not null;
alter table report
  alter column about drop default,
  add constraint report_about_check1 check ((about in ('person', 'message')) = (thread_id is not null)),
  add constraint report_about_check2 check ((about = 'message') = (message_text is not null)),
  add constraint report_about_check3 check ((about in ('listing', 'review')) = (reported_text is not null));
drop index report_open_person_idx;
create unique index report_open_person_idx on report (reporter_id, reported_id) where closed_at is null
  and about = 'person';
create unique index report_open_listing_idx on report (reporter_id, listing_id) where closed_at is null
  and about = 'listing';
create unique index report_open_review_idx on report (reporter_id, review_id) where closed_at is null
  and about = 'review';
create index report_listing_idx on report (listing_id) where listing_id is not null;
create index report_review_idx on report (review_id) where review_id is not null;
