-- Acts, УПД, advance invoices and reconciliation acts. What one says is frozen in `data`; a correction is another row with
-- the same number and the next revision.
create table closing_documents (
  id uuid primary key,
  organization_id uuid not null references organizations,
  kind text not null check (kind in ('act', 'upd', 'advance_invoice', 'reconciliation')),
  -- УПД and advance invoices share one, as the law wants invoices numbered.
  series text not null,
  number text not null,
  revision int not null default 0 check (revision >= 0),
  -- The date that it bears.
  day date not null,
  -- The month that it closes, or in which an advance invoice is dated.
  period text check (period ~ '^\d{4}-\d{2}$'),
  from_day date,
  to_day date check (to_day >= from_day),
  -- Of an advance invoice: the transfer that brought the money.
  source_id uuid,
  -- Of a reconciliation: the balance at its end.
  amount_minor bigint not null,
  vat_minor bigint not null default 0,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  -- Null where a job made it.
  created_by uuid,
  created_at timestamptz not null default now(),
  unique (series, number, revision),
  check ((kind = 'reconciliation') = (period is null)),
  check ((kind = 'reconciliation') = (from_day is not null and to_day is not null)),
  check ((kind = 'advance_invoice') = (source_id is not null))
);
-- A month is closed once.
create unique index closing_documents_month on closing_documents (organization_id, period, revision)
  where kind in ('act', 'upd');
create unique index closing_documents_source on closing_documents (source_id, revision) where source_id is not null;
create index closing_documents_organization on closing_documents (organization_id, id desc);
create index closing_documents_register on closing_documents (period, id desc) where period is not null;

create table closing_document_files (
  document_id uuid primary key references closing_documents,
  pdf bytea not null
);
create trigger closing_documents_are_kept before update or delete on closing_documents
  for each row execute function refuse_change_of_document();
create trigger closing_document_files_are_kept before update or delete on closing_document_files
  for each row execute function refuse_change_of_document();

-- What the jobs have been through: months by their first day, days on which advances are due.
create table closing_runs (
  task text not null check (task in ('months', 'advances')),
  day date not null,
  finished_at timestamptz not null default now(),
  primary key (task, day)
);

-- Invoices are numbered in the order of their dates: the date of the last number of a series.
alter table document_counters add column last_day date;
