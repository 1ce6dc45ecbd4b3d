-- Mailed links: `identifier` has the purpose and the hash of the token, `value` is the account.
drop index verification_identifier_idx;
create unique index verification_identifier_key on verification (identifier);
create index verification_value_idx on verification (value);
