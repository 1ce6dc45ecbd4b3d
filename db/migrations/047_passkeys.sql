-- Passkeys (WebAuthn): public keys by which people log in and prove who they are.
create table passkey (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  -- As the browser names it, in base64url.
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  -- A COSE key, in base64url.
  public_key text not null,
  -- How often the authenticator says that it signed; always 0 for some.
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_account on passkey (account_id);

-- What a passkey has to sign: used once, by the browser and the session that asked for it.
create table passkey_challenge (
  token_hash text primary key,
  challenge text not null,
  purpose text not null check (purpose in ('log-in', 'add', 'prove')),
  session_id uuid references session (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenge_session on passkey_challenge (session_id);
create index passkey_challenge_expires on passkey_challenge (expires_at);
