-- One rule an organization: below the threshold the saved card brings the balance to the target.
create table auto_top_ups (
  organization_id uuid primary key references organizations,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  threshold_minor bigint not null check (threshold_minor >= 0),
  target_minor bigint not null check (target_minor > threshold_minor),
  monthly_cap_minor bigint not null check (monthly_cap_minor >= target_minor),
  -- Null once the card is removed; then the rule is paused.
  payment_method_id uuid references payment_methods,
  status text not null default 'active' check (status in ('active', 'paused')),
  -- Why it is paused or waits.
  reason text,
  -- Declines in a row.
  declines integer not null default 0 check (declines >= 0),
  -- Claimed before the card is charged, and kept whatever comes of it: nothing is charged earlier.
  next_attempt_at timestamptz not null default now(),
  set_by uuid not null references actors,
  updated_at timestamptz not null default now(),
  check (status = 'paused' or payment_method_id is not null)
);
create index auto_top_ups_method on auto_top_ups (payment_method_id);

-- The statement that moves a balance says by itself whether the balance is below the threshold, at no cost of its own:
-- the generated column changes, and with it the index, only when the threshold is crossed.
alter table ledger_accounts add column top_up_below_minor bigint;
alter table ledger_accounts add column is_below_top_up boolean
  generated always as (balance_minor < top_up_below_minor) stored;
create index ledger_accounts_below_top_up on ledger_accounts (organization_id) where is_below_top_up;

alter table payments add column is_automatic boolean not null default false;
create index payments_automatic on payments (organization_id, created_at desc) where is_automatic;
create unique index payments_automatic_pending on payments (organization_id) where is_automatic and status = 'pending';

alter table payment_events drop constraint payment_events_source_check,
  add constraint payment_events_source_check check (source in ('user', 'notification', 'poll', 'operator', 'auto_top_up'));

-- People read it in the list of payments.
update actors set name = 'Автопополнение' where id = '00000000-0000-4000-8000-000000000002';
