-- An organization's side of every transfer with the balance it left, so that a statement is read page by page at the
-- same cost whatever lies before it. Written under the lock of the account: within an account, `seq` follows the order
-- of the balances and `created_at` never goes back.
create table ledger_entries (
  transfer_id uuid not null references ledger_transfers,
  organization_id uuid not null references organizations,
  account_id uuid not null references ledger_accounts,
  seq bigint not null generated always as identity,
  currency text not null,
  kind text not null,
  amount_minor bigint not null check (amount_minor <> 0),
  balance_after_minor bigint not null,
  source_id uuid,
  created_at timestamptz not null,
  primary key (transfer_id, organization_id)
);

-- Totals of a filter are added up from the index alone.
create index ledger_entries_time on ledger_entries (organization_id, created_at desc, seq desc)
  include (kind, currency, amount_minor);
create index ledger_entries_kind on ledger_entries (organization_id, kind, created_at desc, seq desc);
-- A page of one direction is found at once however rare that direction is.
create index ledger_entries_in on ledger_entries (organization_id, created_at desc, seq desc) where amount_minor > 0;
create index ledger_entries_out on ledger_entries (organization_id, created_at desc, seq desc) where amount_minor < 0;

create function ledger_entries_only_append() returns trigger language plpgsql as $$
begin
  raise exception 'ledger_entries only appends';
end $$;
create trigger ledger_entries_only_append before update or delete or truncate on ledger_entries
  for each statement execute function ledger_entries_only_append();

-- Makes entries for the accounts that have transfers but no entries: those older than this table, and bulk imports.
create function ledger_entries_fill() returns void language sql as $$
  insert into ledger_entries
    (transfer_id, organization_id, account_id, currency, kind, amount_minor, balance_after_minor, source_id, created_at)
  select m.id, a.organization_id, a.id, a.currency, m.kind, m.amount,
    sum(m.amount) over (partition by a.id order by m.created_at, m.id), m.source_id, m.created_at
  from (
    select id, kind, credit_account_id as account_id, amount_minor as amount, source_id, created_at
    from ledger_transfers
    union all
    select id, kind, debit_account_id, -amount_minor, source_id, created_at from ledger_transfers
  ) m
  join ledger_accounts a on a.id = m.account_id and a.kind = 'organization'
  where not exists (select from ledger_entries e where e.account_id = a.id)
  order by m.created_at, m.id
$$;
select ledger_entries_fill();

-- What was spent, for the forecast: of the debits, charges and corrections. Refunds are money that went back to the
-- payer, and a bonus taken back was never spent.
alter table ledger_daily_totals add charged_minor bigint not null default 0;
update ledger_daily_totals t set charged_minor = s.charged
from (
  select debit_account_id as account_id, (created_at at time zone 'Europe/Moscow')::date as day,
    sum(amount_minor) as charged
  from ledger_transfers where kind in ('charge', 'adjustment') group by 1, 2
) s
where t.account_id = s.account_id and t.day = s.day;
