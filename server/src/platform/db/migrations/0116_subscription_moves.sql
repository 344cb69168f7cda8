-- What a subscription brings a month, each time it changed. Only appended to: figures by day are added up from it.
create table subscription_moves (
  id uuid primary key,
  subscription_id uuid not null references subscriptions,
  organization_id uuid not null references organizations,
  service_id uuid not null references services,
  tariff_id uuid not null references tariffs,
  -- Where the money came from before a change of tariff; the same as tariff_id otherwise.
  before_tariff_id uuid not null references tariffs,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  day date not null,
  before_minor bigint not null check (before_minor >= 0),
  after_minor bigint not null check (after_minor >= 0),
  -- Of the subscription.
  is_first boolean not null,
  created_at timestamptz not null default business_now(),
  check (before_minor <> after_minor or before_tariff_id <> tariff_id),
  check (not is_first or before_minor = 0)
);
create unique index subscription_moves_first on subscription_moves (subscription_id) where is_first;
create index subscription_moves_subscription on subscription_moves (subscription_id, id desc);
create index subscription_moves_organization on subscription_moves (organization_id, currency, day);
create index subscription_moves_day on subscription_moves (currency, day desc, id desc);

create function subscription_moves_only_append() returns trigger language plpgsql as $$
begin
  raise exception 'subscription_moves only appends';
end
$$;
create trigger subscription_moves_only_append before update or delete on subscription_moves
  for each statement execute function subscription_moves_only_append();

-- Rounded half up to whole minor units; days and weeks are counted as 365 days in 12 months.
create function monthly_minor(period_minor bigint, period_unit text, period_count int) returns bigint
  language sql immutable parallel safe as $$
  select round(period_minor::numeric * case period_unit
      when 'month' then 12 when 'quarter' then 4 when 'year' then 1 when 'week' then 365.0 / 7 else 365 end
    / (12 * period_count))::bigint
$$;

-- Subscriptions that are there already: by the prices of their lines, and stopped when they last were.
with lines as (
  select l.subscription_id, l.id, (l.created_at at time zone 'Europe/Moscow')::date as day, v.tariff_id, v.currency,
    monthly_minor(l.period_minor, v.period_unit, v.period_count) as minor,
    lag(v.tariff_id) over (partition by l.subscription_id order by l.id) as before_tariff_id,
    lag(monthly_minor(l.period_minor, v.period_unit, v.period_count))
      over (partition by l.subscription_id order by l.id) as before_minor
  from subscription_lines l join tariff_versions v on v.id = l.version_id
  where l.kind in ('period', 'change', 'resume')
), changes as (
  select * from lines where minor <> coalesce(before_minor, 0) or (minor > 0 and tariff_id <> before_tariff_id)
), ends as (
  select s.id as subscription_id,
    greatest(coalesce(s.ended_on, s.suspended_on, s.charged_to), max(c.day)) as day,
    (array_agg(c.tariff_id order by c.id desc))[1] as tariff_id, (array_agg(c.currency order by c.id desc))[1] as currency,
    (array_agg(c.minor order by c.id desc))[1] as minor
  from subscriptions s join changes c on c.subscription_id = s.id
  where s.status in ('paused', 'suspended', 'ended') group by s.id
), all_moves as (
  select subscription_id, day, 0 as step, id, coalesce(before_tariff_id, tariff_id) as before_tariff_id, tariff_id, currency,
    coalesce(before_minor, 0) as before_minor, minor as after_minor,
    id = first_value(id) over (partition by subscription_id order by id) as is_first
  from changes
  union all
  select subscription_id, day, 1, null, tariff_id, tariff_id, currency, minor, 0, false from ends where minor > 0
)
insert into subscription_moves (id, subscription_id, organization_id, service_id, tariff_id, before_tariff_id, currency,
  day, before_minor, after_minor, is_first, created_at)
select (lpad(to_hex((extract(epoch from m.day) * 1000)::bigint), 12, '0')
    || '7' || m.step || substr(replace(gen_random_uuid()::text, '-', ''), 15, 2) || '8'
    || substr(replace(gen_random_uuid()::text, '-', ''), 18, 15))::uuid, m.subscription_id,
  s.organization_id, t.service_id, m.tariff_id, m.before_tariff_id, m.currency, m.day, m.before_minor, m.after_minor,
  m.is_first, m.day::timestamp at time zone 'Europe/Moscow'
from all_moves m join subscriptions s on s.id = m.subscription_id join tariffs t on t.id = m.tariff_id;
