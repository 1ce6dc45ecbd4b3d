-- Links that are mailed: `identifier` names what one is for with the hash of its token, `value` is the account.
drop index verification_identifier_idx;
create unique index verification_identifier_key on verification (identifier);
create index verification_value_idx on verification (value);
