-- What the business takes from balances. Actors have no foreign key here: it would lock the row of a key at every charge,
-- and keys are never deleted.
create table holds (
  id uuid primary key,
  organization_id uuid not null references organizations,
  amount_minor bigint not null check (amount_minor > 0),
  captured_minor bigint not null default 0,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  description text not null,
  status text not null default 'open' check (status in ('open', 'captured', 'released', 'expired')),
  charge_id uuid,
  expires_at timestamptz not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  check ((status = 'open') = (closed_at is null)),
  check ((status = 'captured') = (charge_id is not null)),
  check (captured_minor between 0 and amount_minor and (captured_minor > 0) = (status = 'captured'))
);
create index holds_organization on holds (organization_id, id desc);
create index holds_open on holds (expires_at) where status = 'open';
create index holds_open_of_organization on holds (organization_id) where status = 'open';

create table charges (
  id uuid primary key,
  organization_id uuid not null references organizations,
  amount_minor bigint not null check (amount_minor > 0),
  refunded_minor bigint not null default 0,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  description text not null,
  service text,
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  hold_id uuid unique references holds,
  occurred_at timestamptz not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  check (refunded_minor between 0 and amount_minor)
);
create index charges_organization on charges (organization_id, id desc);

create table charge_refunds (
  id uuid primary key,
  charge_id uuid not null references charges,
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null,
  created_by uuid not null,
  created_at timestamptz not null default now()
);
create index charge_refunds_charge on charge_refunds (charge_id, id desc);

alter table ledger_transfers
  drop constraint ledger_transfers_kind_check,
  add constraint ledger_transfers_kind_check check (kind in ('top_up', 'refund', 'refund_reversal', 'adjustment', 'bonus',
    'bonus_reversal', 'charge', 'charge_refund', 'hold', 'hold_capture', 'hold_release'));
