-- Sums by day, kept in the transaction that moves the money, so that a dashboard never adds up all rows. A day is one
-- of Moscow, where the product's businesses keep their books.
create table ledger_daily_totals (
  account_id uuid not null references ledger_accounts,
  day date not null,
  credited_minor bigint not null default 0,
  debited_minor bigint not null default 0,
  primary key (account_id, day)
);

create table payment_daily_totals (
  organization_id uuid not null references organizations,
  -- The day the payment was created on, whatever happened to it later.
  day date not null,
  currency text not null,
  method text not null,
  status text not null,
  created_by uuid not null references users,
  count integer not null,
  amount_minor bigint not null,
  primary key (organization_id, day, currency, method, status, created_by),
  check (count >= 0 and amount_minor >= 0)
);
