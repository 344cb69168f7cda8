-- How far the job has come within a month or a day that it has not finished: the last organization, by id.
create table closing_progress (
  task text not null check (task in ('months', 'advances')),
  day date not null,
  after_organization_id uuid not null,
  primary key (task, day)
);

-- Organizations whose documents could not be made. They are retried apart from the rest, which goes on without them.
create table closing_failures (
  task text not null check (task in ('months', 'advances')),
  day date not null,
  organization_id uuid not null references organizations,
  attempts int not null default 1 check (attempts > 0),
  error text not null,
  failed_at timestamptz not null default now(),
  retry_at timestamptz not null,
  primary key (task, day, organization_id)
);
create index closing_failures_retry on closing_failures (retry_at);

-- What was left of each top-up as a day began, so that tracing goes on from there instead of from the first entry. States
-- of first days of months stay, since corrections of old months begin with them; of other days only the last does.
create table closing_lot_states (
  organization_id uuid not null references organizations,
  day date not null,
  state jsonb not null check (jsonb_typeof(state) = 'object'),
  primary key (organization_id, day)
);
