-- Files of the bank. What came in becomes receipts when a member of staff posts the statement.
create table bank_statements (
  id uuid primary key,
  sha256 bytea not null,
  status text not null default 'preview' check (status in ('preview', 'posted', 'undone')),
  faults jsonb not null check (jsonb_typeof(faults) = 'array'),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  posted_at timestamptz,
  undone_at timestamptz,
  check ((status = 'preview') = (posted_at is null)),
  check ((status = 'undone') = (undone_at is not null))
);

create table bank_statement_documents (
  id uuid primary key,
  statement_id uuid not null references bank_statements,
  place int not null,
  line int not null,
  direction text not null check (direction in ('incoming', 'outgoing', 'internal')),
  kind text not null,
  number text not null,
  day date not null,
  amount_minor bigint not null check (amount_minor > 0),
  payer_name text not null,
  payer_inn text,
  payer_account text not null,
  payee_name text not null,
  payee_inn text,
  purpose text not null,
  -- The format has no id of a payment: equal fingerprints are told apart by their place among equals in one file.
  fingerprint bytea not null,
  occurrence int not null check (occurrence > 0),
  -- The same without what a bank may write otherwise the next time.
  near_key bytea not null,
  -- What posting made of it; null before.
  match jsonb,
  unique (statement_id, place)
);

create table bank_receipts (
  id uuid primary key,
  document_id uuid not null unique references bank_statement_documents,
  statement_id uuid not null references bank_statements,
  fingerprint bytea not null,
  occurrence int not null,
  near_key bytea not null,
  amount_minor bigint not null check (amount_minor > 0),
  status text not null check (status in ('credited', 'unidentified', 'returned', 'undone')),
  organization_id uuid references organizations,
  invoice_id uuid references invoices,
  created_at timestamptz not null default now(),
  check (status <> 'credited' or organization_id is not null),
  check (status in ('credited', 'undone') or organization_id is null),
  check (invoice_id is null or organization_id is not null)
);
-- Nothing is credited twice, however overlapping the files come.
create unique index bank_receipts_once on bank_receipts (fingerprint, occurrence) where status <> 'undone';
create index bank_receipts_near on bank_receipts (near_key) where status <> 'undone';
create index bank_receipts_statement on bank_receipts (statement_id);
create index bank_receipts_unidentified on bank_receipts (id desc) where status = 'unidentified';
create index organizations_inn on organizations (inn) where inn is not null and status <> 'closed';

alter table ledger_transfers
  drop constraint ledger_transfers_kind_check,
  add constraint ledger_transfers_kind_check check (kind in ('top_up', 'refund', 'refund_reversal', 'adjustment', 'bonus',
    'bonus_reversal', 'charge', 'charge_refund', 'hold', 'hold_capture', 'hold_release', 'bank_receipt',
    'bank_receipt_reversal'));
