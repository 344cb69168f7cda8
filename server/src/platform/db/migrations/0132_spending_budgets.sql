-- How much an organization means to spend in a month, on a service or, with an empty name, on all of them. A budget that is
-- switched off keeps its row without a limit, so that members are warned once a month at most.
create table spending_budgets (
  id uuid primary key,
  organization_id uuid not null references organizations,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  service text not null,
  limit_minor bigint check (limit_minor > 0),
  unique (organization_id, currency, service)
);

create table spending_warnings (
  budget_id uuid not null references spending_budgets,
  month date not null check (extract(day from month) = 1),
  percent integer not null check (percent in (80, 100)),
  created_at timestamptz not null default business_now(),
  primary key (budget_id, month, percent)
);
