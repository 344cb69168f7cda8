-- Sums that staff's page of revenue reads. All of them are made from the ledger, from subscription_lines and from
-- subscription_moves, and can be made anew at any time. A scope is everything (the nil id), a service or a tariff.

-- What each organization was charged, by day.
create table revenue_charges (
  organization_id uuid not null references organizations,
  currency text not null,
  day date not null,
  -- Nil for what no subscription charged.
  tariff_id uuid not null,
  kind text not null check (kind in ('fixed', 'usage', 'setup', 'other')),
  charged_minor bigint not null,
  refunded_minor bigint not null,
  count int not null,
  primary key (organization_id, currency, day, tariff_id, kind)
);
create index revenue_charges_day on revenue_charges (day);

create table revenue_days (
  scope_id uuid not null,
  currency text not null,
  figure text not null,
  day date not null,
  amount_minor bigint not null,
  count int not null,
  primary key (scope_id, currency, figure, day)
);
create index revenue_days_day on revenue_days (day);

-- What each customer brought in a month, by the month in which it was first charged.
create table revenue_customers (
  scope_id uuid not null,
  currency text not null,
  organization_id uuid not null references organizations,
  month date not null,
  cohort date not null,
  fixed_minor bigint not null,
  usage_minor bigint not null,
  setup_minor bigint not null,
  other_minor bigint not null,
  amount_minor bigint generated always as (fixed_minor + usage_minor + setup_minor + other_minor) stored,
  primary key (scope_id, currency, organization_id, month)
);
create index revenue_customers_month on revenue_customers (scope_id, currency, month, amount_minor desc, organization_id desc);
create index revenue_customers_from on revenue_customers (month);

create table revenue_cohorts (
  scope_id uuid not null,
  currency text not null,
  cohort date not null,
  month date not null,
  -- Charged at all, and those whose charges are more than their refunds.
  charged int not null,
  customers int not null,
  amount_minor bigint not null,
  primary key (scope_id, currency, month, cohort)
);

-- Customers that began, returned or left: what they bring a month became more than nothing, or nothing.
create table revenue_customer_moves (
  scope_id uuid not null,
  currency text not null,
  day date not null,
  organization_id uuid not null references organizations,
  kind text not null check (kind in ('new', 'returned', 'lost')),
  before_minor bigint not null,
  after_minor bigint not null,
  primary key (scope_id, currency, organization_id, day)
);
create index revenue_customer_moves_day on revenue_customer_moves (scope_id, currency, day desc, organization_id desc);
create index revenue_customer_moves_from on revenue_customer_moves (day);

-- What subscriptions will charge within 30 days.
create table revenue_upcoming (
  scope_id uuid not null,
  currency text not null,
  day date not null,
  amount_minor bigint not null,
  count int not null,
  primary key (scope_id, currency, day)
);

create table revenue_progress (
  is_only boolean primary key default true check (is_only),
  -- The first day whose sums may still change.
  through_day date not null default '-infinity',
  counted_at timestamptz,
  upcoming_at timestamptz
);
insert into revenue_progress default values;

-- By a column of its own: an index of the balance would cost every charge an index entry.
alter table ledger_accounts add column is_in_debt boolean generated always as (balance_minor < 0) stored;
create index ledger_accounts_in_debt on ledger_accounts (currency, organization_id) where is_in_debt;
create index subscriptions_chargeable on subscriptions (charged_to, id) where status in ('trial', 'active', 'past_due');
