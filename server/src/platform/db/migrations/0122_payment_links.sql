insert into actors (id, kind, name) values ('00000000-0000-4000-8000-000000000009', 'job', 'Оплата по ссылке');

-- Whoever has the link pays for the organization, without an account. The token is stored as a hash.
create table payment_links (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  token_hash bytea not null unique,
  -- Null: the payer says how much.
  amount_minor bigint check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  invoice_id uuid references invoices (id),
  purpose text not null,
  created_by uuid not null references actors (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  check (invoice_id is null or amount_minor is not null)
);
create index payment_links_organization on payment_links (organization_id, id desc);

alter table payments add column payment_link_id uuid references payment_links (id);
create index payments_link on payments (payment_link_id) where payment_link_id is not null;

-- Payments for invoices whose success is not counted there yet.
create table link_invoice_payments (
  payment_id uuid primary key references payments (id),
  invoice_id uuid not null references invoices (id),
  counted_at timestamptz
);
create index link_invoice_payments_open on link_invoice_payments (payment_id) where counted_at is null;
