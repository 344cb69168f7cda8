-- Receipts by 54-ФЗ of what people pay by card and СБП. Roubles alone.

-- One row an organization that has receipts: up to which month what was spent has its settlement receipts.
create table receipt_books (
  organization_id uuid primary key references organizations (id),
  through_month date not null check (extract(day from through_month) = 1)
);
create index receipt_books_month on receipt_books (through_month, organization_id);

-- How much of each payment was spent by what the receipts say. Payments from before receipts were switched on are spent
-- in their turn, without receipts.
create table receipt_payments (
  payment_id uuid primary key references payments (id),
  organization_id uuid not null references organizations (id),
  settled_minor bigint not null default 0 check (settled_minor >= 0),
  has_receipts boolean not null
);
create index receipt_payments_organization on receipt_payments (organization_id);

create table receipts (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  payment_id uuid not null references payments (id),
  refund_id uuid references refunds (id),
  kind text not null check (kind in ('advance', 'settlement', 'settlement_return', 'refund')),
  -- Whose charges it settles.
  month date check (extract(day from month) = 1),
  provider text not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- Of a refund: what was settled before, and so is returned as paid in full.
  settled_minor bigint not null default 0 check (settled_minor between 0 and amount_minor),
  vat_code smallint check (vat_code between 1 and 12),
  lines jsonb not null,
  -- `waiting`: the provider has not returned the money yet. `canceled`: it did not.
  status text not null check (status in ('waiting', 'pending', 'registered', 'failed', 'canceled')),
  reason text,
  -- Sent by a call of its own; else the provider makes it along with the payment or refund.
  is_separate boolean not null,
  attempts int not null default 0,
  -- By staff; each has an idempotency key of its own, since providers remember what they refused.
  retries int not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- Since when the provider could have reported it.
  first_due_at timestamptz not null default now(),
  asked_at timestamptz,
  provider_receipt_id text,
  fiscal_document text,
  fiscal_storage text,
  fiscal_sign text,
  url text,
  registered_at timestamptz,
  created_at timestamptz not null default business_now(),
  check ((month is not null) = (kind in ('settlement', 'settlement_return'))),
  check ((refund_id is not null) = (kind = 'refund')),
  check (status <> 'waiting' or kind = 'refund'),
  check (settled_minor = 0 or kind = 'refund')
);
create unique index receipts_advance on receipts (payment_id) where kind = 'advance';
create unique index receipts_refund on receipts (refund_id) where kind = 'refund';
create unique index receipts_month on receipts (payment_id, month, kind) where month is not null;
create unique index receipts_provider on receipts (provider, provider_receipt_id) where provider_receipt_id is not null;
create index receipts_payment on receipts (payment_id, id);
create index receipts_due on receipts (next_attempt_at) where status = 'pending';
create index receipts_failed on receipts (id) where status = 'failed';
