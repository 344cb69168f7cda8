-- What happened, for the business's own systems: read by /v1/events and sent by webhooks. Written in the transaction
-- that causes it. There is no foreign key: it would lock the organization's row at every charge.
create table events (
  id uuid primary key,
  -- Drawn under the organization's lock: within one organization the order of commit.
  seq bigint generated always as identity,
  organization_id uuid not null,
  type text not null,
  -- Text as it was written and not jsonb: every attempt of a delivery sends the same bytes.
  body json not null,
  created_at timestamptz not null default now(),
  -- Given after the commit: a reader that has seen a position never misses a smaller one.
  position bigint
);
create sequence event_positions;
create unique index events_position_key on events (position);
create index events_unsequenced on events (seq) where position is null;
