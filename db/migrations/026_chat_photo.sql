-- A photo of a conversation is for its two people and nothing else. Once its writer's account is erased it is gone,
-- and its message says so.
alter table photo add column in_chat boolean not null default false;
alter table message
  add column photo_gone boolean not null default false,
  drop constraint message_body_check,
  add constraint message_body_check check (length(body) <= 2000 and (body <> '' or photo_id is not null
    or photo_gone));
