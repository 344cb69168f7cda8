create table meters (
  id uuid primary key,
  key text not null unique,
  name text not null,
  unit text not null,
  aggregation text not null check (aggregation in ('sum', 'count', 'max', 'unique')),
  -- Whose different values are counted.
  property text,
  created_by uuid not null references actors,
  created_at timestamptz not null default now(),
  check ((aggregation = 'unique') = (property is not null))
);

create table usage_settings (
  is_single boolean primary key default true check (is_single),
  keep_months integer not null check (keep_months >= 3)
);
insert into usage_settings (keep_months) values (13);

-- Facts, by the month in which they happened. The key has the time, as a partitioned table needs it to: a batch that is
-- sent again collides here, and the same id with another time is looked for in the months that events may still be of.
create table usage_events (
  id text collate "C" not null,
  occurred_at timestamptz not null,
  organization_id uuid not null,
  -- The nil UUID where no subscription has the meter: such usage is counted and not charged.
  subscription_id uuid not null,
  meter_id uuid not null,
  quantity numeric(18, 6) not null,
  -- What a meter of different values counts.
  value text,
  properties jsonb,
  -- Of all that the program sent, so that the same id with another content is noticed.
  digest bigint not null,
  received_at timestamptz not null,
  -- A deleted event keeps its id used.
  deleted_at timestamptz,
  primary key (id, occurred_at)
) partition by range (occurred_at);

-- Attached, since making a partition in place would lock writers out. A job makes them ahead; a database that has none yet
-- gets them from the first event.
create function make_usage_partition(month date) returns boolean language plpgsql as $$
declare
  name text := 'usage_events_' || to_char(month, 'YYYY_MM');
  start timestamptz := month::timestamp at time zone 'UTC';
begin
  perform pg_advisory_xact_lock(hashtext('usage_events'));
  if to_regclass(name) is not null then return false; end if;
  execute format('create table %I (like usage_events including all)', name);
  execute format('alter table usage_events attach partition %I for values from (%L) to (%L)', name, start,
    (month + interval '1 month') at time zone 'UTC');
  return true;
end $$;

-- What was used in an hour: a sum, the highest or the number of different values. Changed together with events.
create table usage_hours (
  organization_id uuid not null,
  meter_id uuid not null references meters,
  subscription_id uuid not null,
  hour timestamptz not null,
  quantity numeric(30, 6) not null,
  primary key (organization_id, meter_id, subscription_id, hour)
) with (fillfactor = 80);

-- Different values of an hour and how many events have each: the highest and the number of them stay right when an event
-- is deleted, and those of a day or a period are no sum of those of its hours.
create table usage_values (
  organization_id uuid not null,
  meter_id uuid not null references meters,
  subscription_id uuid not null,
  hour timestamptz not null,
  value text collate "C" not null,
  events integer not null check (events >= 0),
  primary key (organization_id, meter_id, subscription_id, hour, value)
);

-- Versions by the day from which they are in force: usage is charged by the one of its day.
create table subscription_terms (
  subscription_id uuid not null references subscriptions,
  from_day date not null,
  version_id uuid not null references tariff_versions,
  anchor date not null,
  primary key (subscription_id, from_day)
);
insert into subscription_terms (subscription_id, from_day, version_id, anchor)
select id, started_on, version_id, anchor from subscriptions;
create index subscription_terms_version on subscription_terms (version_id);

-- Null for `started_on`.
alter table subscriptions add column terms_from date;

alter table tariff_versions
  add column usage_charged text not null default 'period' check (usage_charged in ('period', 'day'));
