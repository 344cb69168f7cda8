-- When usage of a subscription is looked at again; null once nothing can come any more.
create table subscription_usage (
  subscription_id uuid primary key references subscriptions,
  organization_id uuid not null references organizations,
  next_at timestamptz,
  -- The first day that was not over at the last look.
  looked_to date not null,
  -- What the balance did not suffice for, and since when.
  owed_minor bigint not null default 0 check (owed_minor >= 0),
  owed_since date,
  check ((owed_minor = 0) = (owed_since is null))
);
create index subscription_usage_due on subscription_usage (next_at) where next_at is not null;
create index subscription_usage_owed on subscription_usage (organization_id) where owed_minor > 0;

-- What a part of a period was charged for so far, by its first day.
create table usage_bills (
  subscription_id uuid not null references subscriptions,
  meter_id uuid not null references meters,
  part_from date not null,
  -- Charges and credits so far: the next one has the next number.
  number integer not null check (number > 0),
  quantity numeric(30, 6) not null,
  amount_minor bigint not null check (amount_minor >= 0),
  primary key (subscription_id, meter_id, part_from)
);

alter table subscription_lines
  drop constraint subscription_lines_kind_check,
  add constraint subscription_lines_kind_check
    check (kind in ('period', 'setup', 'change', 'resume', 'grace', 'credit', 'usage', 'usage_credit')),
  drop constraint subscription_lines_check1,
  add constraint subscription_lines_sign
    check ((amount_minor < 0) = (kind in ('credit', 'usage_credit') and amount_minor <> 0)),
  add column meter_id uuid references meters,
  -- Below zero for what a correction took back.
  add column used_quantity numeric(30, 6),
  add column part_from date,
  add column part_number integer,
  add constraint subscription_lines_usage
    check ((kind in ('usage', 'usage_credit')) = (meter_id is not null)),
  add constraint subscription_lines_used check ((meter_id is null) = (used_quantity is null)),
  add constraint subscription_lines_part check ((meter_id is null) = (part_from is null)),
  add constraint subscription_lines_part_number check ((meter_id is null) = (part_number is null));
create unique index subscription_lines_part_once
  on subscription_lines (subscription_id, meter_id, part_from, part_number) where meter_id is not null;
