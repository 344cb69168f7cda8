-- One table for the idempotency keys of all calls, in place of one for payments, a column for refunds and the ledger's
-- keys for corrections. A scope is made of ids alone, an answer names no person: nothing here is personal data.
create table idempotency_keys (
  scope text not null,
  key text not null,
  body_hash bytea not null check (octet_length(body_hash) = 32),
  -- The id of what the first call made or changed.
  reference uuid not null,
  -- The first answer, once there is one. Without it a repeated call presents the reference anew.
  status smallint,
  answer jsonb,
  created_at timestamptz not null default now(),
  -- Null: never.
  expires_at timestamptz,
  primary key (scope, key),
  check ((status is null) = (answer is null))
);
create index idempotency_keys_expires_at on idempotency_keys (expires_at) where expires_at is not null;

-- Hashes are made anew of the rows, as the server makes them: SHA-256 of the body's JSON with sorted names.
insert into idempotency_keys (scope, key, body_hash, reference, status, answer, created_at, expires_at)
select 'payments:' || k.organization_id, k.key,
  sha256(convert_to('{"amountMinor":' || p.amount_minor || ',"currency":' || to_json(p.currency)
    || coalesce(',"description":' || to_json(p.description), '') || ',"method":' || to_json(p.method) || '}', 'UTF8')),
  k.payment_id, case when k.answer is not null then 201 end, k.answer - 'createdBy', k.created_at,
  k.created_at + interval '3 days'
from payment_keys k join payments p on p.id = k.payment_id;

insert into idempotency_keys (scope, key, body_hash, reference, created_at)
select 'refunds:' || payment_id, key,
  sha256(convert_to('{"amountMinor":' || amount_minor || ',"reason":' || to_json(reason) || '}', 'UTF8')), id, created_at
from refunds where key is not null;

-- Corrections whose entry of the log is missing stay guarded by the ledger's unique key.
insert into idempotency_keys (scope, key, body_hash, reference, created_at)
select 'adjustments:' || a.organization_id, substr(t.key, 49),
  sha256(convert_to('{"amountMinor":' || case when t.credit_account_id = a.id then 1 else -1 end * t.amount_minor
    || ',"currency":' || to_json(a.currency) || ',"reason":' || to_json(l.details ->> 'reason') || '}', 'UTF8')),
  t.source_id, t.created_at
from ledger_transfers t
join ledger_accounts a on a.id in (t.debit_account_id, t.credit_account_id) and a.organization_id is not null
join audit_log l on l.id = t.source_id and l.details ? 'reason'
where t.kind = 'adjustment' and t.key like 'adjustment:' || a.organization_id || ':%';

drop table payment_keys;
drop index refunds_key;
alter table refunds drop column key;
