-- Money that came by bank transfers and that the customer wants back. It leaves the balance with the request; staff send
-- it in their bank, or decline and it comes back.
create table bank_returns (
  id uuid primary key,
  organization_id uuid not null references organizations,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  status text not null default 'pending' check (status in ('pending', 'returned', 'declined')),
  comment text,
  requested_by uuid not null references actors,
  order_number text,
  reason text,
  decided_by uuid references actors,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  check ((status = 'pending') = (decided_at is null)),
  check ((status = 'pending') = (decided_by is null)),
  check ((status = 'returned') = (order_number is not null)),
  check ((status = 'declined') = (reason is not null))
);
create index bank_returns_organization on bank_returns (organization_id, id desc);
create index bank_returns_status on bank_returns (status, id);
create index bank_returns_requested_by on bank_returns (requested_by) where comment is not null;

-- Staff send money back by it. Null for statements that were read before.
alter table bank_statement_documents add column payer_bik text;
