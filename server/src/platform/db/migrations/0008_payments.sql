alter table ledger_transfers
  drop constraint ledger_transfers_kind_check,
  add constraint ledger_transfers_kind_check check (
    kind in ('top_up', 'refund', 'refund_reversal', 'adjustment', 'bonus', 'bonus_reversal', 'charge'));

create table payments (
  id uuid primary key,
  organization_id uuid not null references organizations,
  created_by uuid not null references users,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  method text not null check (method in ('card', 'sbp')),
  description text,
  -- As it was when the payment was asked for: a question repeated under the same key must not differ by a letter.
  payer_email text,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'canceled', 'expired', 'review')),
  reason text,
  provider text not null,
  provider_payment_id text,
  confirmation_url text,
  -- Refunds under way count too: what is asked for cannot be asked for again.
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and amount_minor),
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  expires_at timestamptz not null,
  check ((status = 'succeeded') = (paid_at is not null)),
  check (refunded_minor = 0 or status = 'succeeded')
);

create index payments_organization on payments (organization_id, created_at desc, id desc);
create unique index payments_provider_key on payments (provider, provider_payment_id)
  where provider_payment_id is not null;
create index payments_unsettled on payments (id) where status in ('pending', 'review');

-- One row a key: whoever comes first makes the payment, the others wait for its answer.
create table payment_keys (
  organization_id uuid not null references organizations,
  key text not null,
  body_hash bytea not null,
  payment_id uuid not null references payments,
  -- The answer that the first call gave, once it gave one.
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (organization_id, key)
);

create index payment_keys_created_at on payment_keys (created_at);

create table payment_events (
  id uuid primary key,
  payment_id uuid not null references payments,
  kind text not null check (
    kind in ('created', 'status_changed', 'refund_requested', 'refund_succeeded', 'refund_canceled')),
  status text,
  source text not null check (source in ('user', 'notification', 'poll', 'operator')),
  reason text,
  created_at timestamptz not null default now()
);

create index payment_events_payment on payment_events (payment_id, id);

create table refunds (
  id uuid primary key,
  payment_id uuid not null references payments,
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'canceled')),
  provider_refund_id text,
  requested_by uuid not null references users,
  created_at timestamptz not null default now(),
  settled_at timestamptz
);

create index refunds_payment on refunds (payment_id, id);
create index refunds_unsettled on refunds (id) where status = 'pending';

-- Notifications as they came, each once however often it is delivered.
create table provider_notifications (
  provider text not null,
  event text not null,
  object_id text not null,
  received_at timestamptz not null default now(),
  primary key (provider, event, object_id)
);
