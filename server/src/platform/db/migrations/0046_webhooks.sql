create table webhook_endpoints (
  id uuid primary key,
  url text not null,
  description text,
  -- `*` alone means all.
  types text[] not null check (cardinality(types) > 0),
  is_enabled boolean not null default true,
  disabled_reason text check (disabled_reason in ('gone', 'failing', 'requested')),
  disabled_at timestamptz,
  -- Encrypted. For a while after a rotation both sign.
  secret text not null,
  previous_secret text,
  previous_secret_expires_at timestamptz,
  -- Events up to this position have become deliveries.
  position bigint not null,
  paused_until timestamptz,
  failing_since timestamptz,
  last_failure_at timestamptz,
  warned_at timestamptz,
  created_by uuid not null references actors,
  created_at timestamptz not null default now(),
  check (is_enabled = (disabled_reason is null) and is_enabled = (disabled_at is null)),
  check ((previous_secret is null) = (previous_secret_expires_at is null)),
  check ((failing_since is null) = (last_failure_at is null))
);

create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  -- The order of the log.
  seq bigint generated always as identity,
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  event_id uuid not null,
  event_type text not null,
  -- Of a test event, which is not among the events.
  body json,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  -- A replay and a test event have one attempt.
  has_retries boolean not null default true,
  attempts integer not null default 0,
  -- While an attempt runs, when another worker may take it over.
  next_attempt_at timestamptz,
  -- Names the attempt that runs.
  lease uuid,
  created_at timestamptz not null default now(),
  unique (endpoint_id, event_id),
  check ((status = 'pending') = (next_attempt_at is not null)),
  check (lease is null or status = 'pending')
);
create unique index webhook_deliveries_log on webhook_deliveries (endpoint_id, seq);
create unique index webhook_deliveries_seq_key on webhook_deliveries (seq);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at, seq) where status = 'pending';
create index webhook_deliveries_running on webhook_deliveries (endpoint_id) where lease is not null;

create table webhook_attempts (
  delivery_id uuid not null references webhook_deliveries on delete cascade,
  number integer not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  -- Null when there was no answer.
  status integer,
  error text,
  request_headers json not null,
  answer text,
  primary key (delivery_id, number)
);
