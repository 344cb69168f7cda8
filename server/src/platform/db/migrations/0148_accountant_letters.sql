-- Where the documents of each month are sent. Nothing but the question is sent before the address has agreed.
create table accountant_addresses (
  organization_id uuid primary key references organizations,
  email text not null check (length(email) between 3 and 254),
  asked_at timestamptz not null default business_now(),
  confirmed_at timestamptz
);

-- One letter for a month, whatever is killed or run twice.
create table accountant_letters (
  organization_id uuid not null references organizations,
  period text not null check (period ~ '^\d{4}-\d{2}$'),
  created_at timestamptz not null default business_now(),
  primary key (organization_id, period)
);
