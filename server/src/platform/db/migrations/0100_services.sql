-- The clock of subscriptions, holds and documents. Development replaces it to try a year in a minute; the planner inlines
-- it, so that it costs nothing.
create function business_now() returns timestamptz language sql stable parallel safe as 'select now()';

create table services (
  id uuid primary key,
  name text not null,
  -- What stands in acts and УПД.
  document_name text not null,
  unit text not null,
  group_name text,
  description text,
  is_visible boolean not null,
  created_by uuid not null references actors,
  created_at timestamptz not null default now()
);

create table tariffs (
  id uuid primary key,
  service_id uuid not null references services,
  name text not null,
  -- Or only assigned by staff.
  is_visible boolean not null,
  -- For new subscriptions.
  is_closed boolean not null default false,
  created_by uuid not null references actors,
  created_at timestamptz not null default now()
);
create index tariffs_service on tariffs (service_id);

create table tariff_versions (
  id uuid primary key,
  tariff_id uuid not null references tariffs on delete cascade,
  number integer not null check (number > 0),
  price_minor bigint not null check (price_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  period_unit text not null check (period_unit in ('day', 'week', 'month', 'quarter', 'year')),
  period_count integer not null check (period_count > 0),
  anchor text not null check (anchor in ('calendar', 'connection')),
  setup_fee_minor bigint not null check (setup_fee_minor >= 0),
  trial_days integer not null check (trial_days >= 0),
  max_quantity integer not null check (max_quantity > 0),
  grace_days integer not null check (grace_days >= 0),
  may_pause boolean not null,
  refund_on_stop boolean not null,
  meters jsonb not null default '[]',
  -- In force for new subscriptions, and for running ones.
  valid_from date not null,
  running_from date check (running_from >= valid_from),
  created_by uuid not null references actors,
  created_at timestamptz not null default now(),
  unique (tariff_id, number)
);

-- Versions whose price still has to be announced to running subscriptions: the rows go as the work is done.
create table price_announcements (version_id uuid primary key references tariff_versions on delete cascade);

create function refuse_change_of_tariff_version() returns trigger language plpgsql as $$
begin
  raise exception 'a version of a tariff does not change';
end $$;
create trigger tariff_versions_are_kept before update on tariff_versions
  for each row execute function refuse_change_of_tariff_version();

create table discounts (
  id uuid primary key,
  organization_id uuid not null references organizations,
  -- Null for every tariff.
  tariff_id uuid references tariffs on delete cascade,
  percent numeric(5, 2) check (percent > 0 and percent <= 100),
  amount_minor bigint check (amount_minor > 0),
  -- An amount is taken off prices of its currency alone.
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- Of each subscription; null for good.
  periods integer check (periods > 0),
  reason text not null,
  created_by uuid not null references actors,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((percent is null) <> (amount_minor is null)),
  check ((currency is null) = (amount_minor is null))
);
create index discounts_organization on discounts (organization_id) where ended_at is null;
create index discounts_tariff on discounts (tariff_id) where tariff_id is not null;

create table subscriptions (
  id uuid primary key,
  organization_id uuid not null references organizations,
  tariff_id uuid not null references tariffs,
  version_id uuid not null references tariff_versions,
  quantity integer not null check (quantity > 0),
  status text not null
    check (status in ('trial', 'active', 'past_due', 'suspended', 'paused', 'stopping', 'ended')),
  -- Periods are counted from it.
  anchor date not null,
  started_on date not null,
  trial_to date,
  -- The first day that is not charged yet.
  charged_to date not null,
  -- What the days before `charged_to` were charged by, as far as they can be given back.
  covering_line_id uuid,
  -- The days of grace are used up on it, the first day without the service.
  suspended_on date,
  ended_on date,
  -- It ended with days of grace that the balance did not suffice for.
  owes_grace boolean not null default false,
  pending_change_id uuid,
  pending_version_id uuid references tariff_versions,
  pending_quantity integer check (pending_quantity > 0),
  announced_version_id uuid references tariff_versions,
  announced_on date,
  -- The day of the charge that the customer was warned of.
  warned_for date,
  -- When the engine looks at it again; null while only money or a person can change it.
  next_step_at timestamptz,
  created_by uuid not null references actors,
  created_at timestamptz not null default business_now(),
  check ((status = 'ended') = (ended_on is not null)),
  check (status <> 'suspended' or suspended_on is not null),
  check (status <> 'ended' or next_step_at is null),
  check (status = 'ended' or not owes_grace),
  check ((pending_change_id is null) = (pending_version_id is null)),
  check ((pending_change_id is null) = (pending_quantity is null)),
  check ((announced_version_id is null) = (announced_on is null))
);
create index subscriptions_due on subscriptions (next_step_at, id) where next_step_at is not null;
create index subscriptions_waiting on subscriptions (organization_id, charged_to, id)
  where status in ('past_due', 'suspended');
create index subscriptions_owing on subscriptions (organization_id) where owes_grace;
create index subscriptions_organization on subscriptions (organization_id, id desc);
create index subscriptions_tariff on subscriptions (tariff_id, id desc);
create index subscriptions_running on subscriptions (version_id) where status <> 'ended';

-- What was charged and given back, with the days that it was for. Only appended.
create table subscription_lines (
  id uuid primary key,
  subscription_id uuid not null references subscriptions,
  version_id uuid not null references tariff_versions,
  kind text not null check (kind in ('period', 'setup', 'change', 'resume', 'grace', 'credit')),
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  quantity integer not null,
  -- A whole period with quantity and discount, and its days: parts are computed from it.
  period_minor bigint not null,
  period_days integer not null check (period_days > 0),
  -- Below zero for what was given back.
  amount_minor bigint not null,
  description text not null,
  -- Null where the amount is zero.
  charge_id uuid,
  discount_id uuid references discounts on delete set null,
  -- Of a change, a pause, a resumption: what makes their charges unique.
  change_id uuid,
  created_at timestamptz not null default business_now(),
  check ((amount_minor < 0) = (kind = 'credit' and amount_minor <> 0)),
  check (amount_minor = 0 or charge_id is not null)
);
create unique index subscription_lines_period on subscription_lines (subscription_id, from_day) where kind = 'period';
create unique index subscription_lines_setup on subscription_lines (subscription_id) where kind = 'setup';
create unique index subscription_lines_change on subscription_lines (change_id, kind, from_day) where change_id is not null;
create index subscription_lines_subscription on subscription_lines (subscription_id, id desc);
create index subscription_lines_charge on subscription_lines (charge_id) where charge_id is not null;
create index subscription_lines_discount on subscription_lines (discount_id, subscription_id)
  where discount_id is not null and kind = 'period';

-- A tariff that a payment is made for: connected once the payment has succeeded.
create table subscription_intents (
  payment_id uuid primary key references payments,
  organization_id uuid not null references organizations,
  tariff_id uuid not null references tariffs,
  version_id uuid not null references tariff_versions,
  quantity integer not null check (quantity > 0),
  requested_by uuid not null references actors,
  status text not null default 'waiting' check (status in ('waiting', 'connected', 'refused', 'dropped')),
  subscription_id uuid references subscriptions,
  -- The code of the problem, where it was refused.
  reason text,
  created_at timestamptz not null default now(),
  check ((status = 'connected') = (subscription_id is not null))
);
create index subscription_intents_waiting on subscription_intents (payment_id) where status = 'waiting';

create table promised_payment_rules (
  is_single boolean primary key default true check (is_single),
  is_allowed boolean not null,
  max_minor bigint not null check (max_minor > 0),
  days integer not null check (days > 0),
  every_days integer not null check (every_days > 0)
);
insert into promised_payment_rules (is_allowed, max_minor, days, every_days) values (false, 100000, 3, 30);

create table promised_payments (
  id uuid primary key,
  organization_id uuid not null references organizations,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  until date not null,
  status text not null default 'active' check (status in ('active', 'paid', 'unpaid')),
  taken_by uuid not null references actors,
  taken_at timestamptz not null default business_now(),
  ended_at timestamptz,
  check ((status = 'active') = (ended_at is null))
);
create unique index promised_payments_active on promised_payments (organization_id) where status = 'active';
create index promised_payments_organization on promised_payments (organization_id, id desc);
create index promised_payments_due on promised_payments (until, id) where status = 'active';
create index promised_payments_unpaid on promised_payments (organization_id) where status = 'unpaid';

-- The part of the credit limit that was promised, the debt that a promise has left beyond the limit, which cannot be spent
-- again, and what the cheapest waiting subscription needs. As with automatic top-ups, the statement that moves a balance
-- says by itself whether it suffices.
alter table ledger_accounts
  add column promised_minor bigint not null default 0 check (promised_minor >= 0),
  add column overdue_minor bigint not null default 0 check (overdue_minor >= 0),
  add constraint ledger_accounts_promised check (promised_minor <= credit_limit_minor),
  drop constraint ledger_accounts_no_overdraft,
  add constraint ledger_accounts_no_overdraft
    check (organization_id is null or balance_minor >= -credit_limit_minor - overdue_minor),
  add column resume_from_minor bigint,
  add column is_resumable boolean
    generated always as (balance_minor + credit_limit_minor >= resume_from_minor) stored;
create index ledger_accounts_resumable on ledger_accounts (organization_id) where is_resumable;

-- People read it in lists of operations.
update actors set name = 'Подписки' where id = '00000000-0000-4000-8000-000000000001';
