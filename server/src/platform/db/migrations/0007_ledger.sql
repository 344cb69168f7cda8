-- Double entry. A balance grows by what is credited and shrinks by what is debited, so all balances of a currency add up
-- to zero: what organizations own is what the system accounts owe.
create table ledger_accounts (
  id uuid primary key,
  kind text not null check (kind in ('organization', 'clearing', 'revenue', 'bonuses', 'corrections')),
  organization_id uuid references organizations,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  balance_minor bigint not null default 0,
  check ((kind = 'organization') = (organization_id is not null)),
  constraint ledger_accounts_no_overdraft check (kind <> 'organization' or balance_minor >= 0)
);

create unique index ledger_accounts_organization_key on ledger_accounts (organization_id, currency)
  where kind = 'organization';
create unique index ledger_accounts_system_key on ledger_accounts (kind, currency) where kind <> 'organization';

create table ledger_transfers (
  id uuid primary key,
  -- Names the reason once and for ever: the same key posted again is the same transfer.
  key text not null constraint ledger_transfers_key_key unique,
  kind text not null check (kind in ('top_up', 'refund', 'adjustment', 'bonus', 'bonus_reversal', 'charge')),
  debit_account_id uuid not null references ledger_accounts,
  credit_account_id uuid not null references ledger_accounts,
  amount_minor bigint not null check (amount_minor > 0),
  source_id uuid,
  created_at timestamptz not null default now(),
  check (debit_account_id <> credit_account_id)
);

create index ledger_transfers_debit on ledger_transfers (debit_account_id, id desc);
create index ledger_transfers_credit on ledger_transfers (credit_account_id, id desc);

create function ledger_transfers_only_append() returns trigger language plpgsql as $$
begin
  raise exception 'ledger_transfers only appends';
end $$;

create trigger ledger_transfers_only_append before update or delete or truncate on ledger_transfers
  for each statement execute function ledger_transfers_only_append();
