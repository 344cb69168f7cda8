-- One row a signed-in browser. The refresh token rotates; its hash and that of the one before it are kept, and a nonce
-- from which the current token can be derived again for whoever still holds the previous one.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users,
  organization_id uuid references organizations,
  refresh_hash bytea not null,
  refresh_nonce bytea not null,
  previous_refresh_hash bytea,
  rotated_at timestamptz not null default now(),
  device text not null,
  address inet not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  ended_at timestamptz
);

create index sessions_user on sessions (user_id, last_used_at desc);
