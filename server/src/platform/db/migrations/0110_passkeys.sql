-- Passkeys: public keys of people's authenticators, the random handle under which authenticators know a person, and the
-- challenges that were answered, which are valid once.
alter table users add column passkey_handle bytea unique;

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id),
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  is_synced boolean not null,
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create index passkeys_user on passkeys (user_id, id);

create table spent_passkey_challenges (
  hash bytea primary key,
  expires_at timestamptz not null
);

create index spent_passkey_challenges_expiry on spent_passkey_challenges (expires_at);
