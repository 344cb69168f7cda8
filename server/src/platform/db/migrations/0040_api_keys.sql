-- Keys of the operator API. A key is an actor; a roll gives it another secret and leaves its id, so that idempotency keys
-- and everything it did go on.
create table api_keys (
  id uuid primary key references actors,
  name text not null check (name <> ''),
  scopes text[] not null check (cardinality(scopes) > 0),
  -- Empty: from anywhere.
  networks inet[] not null default '{}',
  created_by uuid not null references actors,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  -- Written once a minute at most.
  last_used_at timestamptz,
  last_used_address inet
);

create table api_key_secrets (
  -- SHA-256 of the key, which has 178 random bits and needs no slow hash.
  hash bytea primary key check (octet_length(hash) = 32),
  key_id uuid not null references api_keys,
  hint text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- Set when a newer one replaces it.
  expires_at timestamptz
);
create index api_key_secrets_key on api_key_secrets (key_id, created_at desc);
