-- A provider that opens a payment before it charges the saved card is asked to charge the first one that was opened.
alter table payments add column prepared_payment_id text;

-- Cards that were removed here, until the provider has removed them too.
create table card_removals (
  id uuid primary key,
  provider text not null,
  provider_method_id text not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  unique (provider, provider_method_id)
);
create index card_removals_due on card_removals (next_attempt_at);

-- Which provider takes new payments by a method; without a row, the first of the configuration.
create table provider_choices (
  method text primary key check (method in ('card', 'sbp')),
  provider text not null,
  changed_by uuid not null references actors (id),
  changed_at timestamptz not null default now()
);

-- Calls of each provider by five minutes, of all processes.
create table provider_calls (
  provider text not null,
  started_at timestamptz not null,
  answered integer not null default 0,
  refused integer not null default 0,
  unanswered integer not null default 0,
  last_answer_at timestamptz,
  primary key (provider, started_at)
);
create index payments_provider_created on payments (provider, created_at desc);
