-- Who sells, as staff said it last. Every version stays: accounts of the past are still the business's own.
create table business_versions (
  version int primary key check (version > 0),
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  created_by uuid not null,
  created_at timestamptz not null default now()
);

-- A row of each series of numbers, locked by whoever takes the next one: no number is given twice.
create table document_counters (
  series text primary key,
  last_number bigint not null check (last_number > 0)
);

create table invoices (
  id uuid primary key,
  organization_id uuid not null references organizations,
  number text not null unique,
  -- The number as a purpose of payment is searched for it: «КЗ-000123» is «КЗ123».
  match_key text not null unique,
  amount_minor bigint not null check (amount_minor > 0),
  -- By bank transfer, less what was undone; more than the amount after an overpayment.
  paid_minor bigint not null default 0 check (paid_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- What the document says, frozen: requisites of both sides, tax, lines.
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  due_at timestamptz not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  canceled_at timestamptz
);
create index invoices_organization on invoices (organization_id, id desc);
create index invoices_unpaid on invoices (organization_id) where canceled_at is null and paid_minor < amount_minor;

create table invoice_files (
  invoice_id uuid primary key references invoices,
  pdf bytea not null
);

create function refuse_change_of_document() returns trigger language plpgsql as $$
begin
  raise exception 'a document does not change';
end $$;
create trigger business_versions_are_kept before update or delete on business_versions
  for each row execute function refuse_change_of_document();
create trigger invoice_files_are_kept before update or delete on invoice_files
  for each row execute function refuse_change_of_document();
create trigger invoices_are_frozen before update of id, organization_id, number, match_key, amount_minor, currency, data,
  due_at, created_by, created_at on invoices for each row execute function refuse_change_of_document();
