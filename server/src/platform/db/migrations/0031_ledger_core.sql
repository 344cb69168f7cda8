-- A transfer locks and updates organizations' accounts alone. System accounts have no floor, so nobody needs their
-- balance inside a payment: it is derived from sums by day and the transfers since. A process of the previous version
-- writes a balance there and names no source_kind: the database refuses both, so it cannot move money wrongly.
alter table ledger_accounts
  add credit_limit_minor bigint not null default 0,
  drop constraint ledger_accounts_kind_check,
  drop constraint ledger_accounts_check,
  drop constraint ledger_accounts_no_overdraft;

update ledger_accounts set balance_minor = 0, cash_minor = 0 where organization_id is null;

alter table ledger_accounts
  add constraint ledger_accounts_kind_check check (kind in
    ('organization', 'held', 'clearing', 'revenue', 'bonuses', 'corrections', 'bank', 'unidentified')),
  add constraint ledger_accounts_owner_check check ((kind in ('organization', 'held')) = (organization_id is not null)),
  add constraint ledger_accounts_credit_limit_check
    check (credit_limit_minor >= 0 and (credit_limit_minor = 0 or kind = 'organization')),
  add constraint ledger_accounts_no_overdraft check (organization_id is null or balance_minor >= -credit_limit_minor),
  add constraint ledger_accounts_system_is_derived
    check (organization_id is not null or (balance_minor = 0 and cash_minor = 0));

drop index ledger_accounts_organization_key;
drop index ledger_accounts_system_key;
create unique index ledger_accounts_organization_key on ledger_accounts (organization_id, kind, currency)
  where organization_id is not null;
create unique index ledger_accounts_system_key on ledger_accounts (kind, currency) where organization_id is null;

-- Open from the start: were they opened by the first transfer, others would wait for its transaction.
insert into ledger_accounts (id, kind, currency)
select gen_random_uuid(), kind, currency
from unnest(array['clearing', 'revenue', 'bonuses', 'corrections', 'bank', 'unidentified']) kind,
  unnest(array['RUB', 'USD', 'EUR', 'KZT', 'BYN']) currency
on conflict do nothing;

create function ledger_accounts_stay() returns trigger language plpgsql as $$
begin
  raise exception 'ledger_accounts are never deleted';
end $$;
create trigger ledger_accounts_stay before delete or truncate on ledger_accounts
  for each statement execute function ledger_accounts_stay();

-- Where the reason of a transfer is written down.
alter table ledger_transfers add source_kind text;
alter table ledger_transfers disable trigger ledger_transfers_only_append;
update ledger_transfers set source_kind = case when kind = 'adjustment' then 'audit' when kind = 'charge' then 'charge'
  when key like 'bonus_write_off:%' then 'organization'
  else 'payment' end;
alter table ledger_transfers enable trigger ledger_transfers_only_append;
alter table ledger_transfers
  alter source_kind set not null,
  drop constraint ledger_transfers_kind_check,
  add constraint ledger_transfers_kind_check check (kind in ('top_up', 'refund', 'refund_reversal', 'adjustment', 'bonus',
    'bonus_reversal', 'charge', 'hold', 'hold_capture', 'hold_release')),
  -- A foreign key would lock the system account's row at every transfer; the trigger below checks by plain reads.
  drop constraint ledger_transfers_debit_account_id_fkey,
  drop constraint ledger_transfers_credit_account_id_fkey;

-- The tail since a day is read by time; an organization's transfers are read from its entries.
create index ledger_transfers_time on ledger_transfers (created_at);
drop index ledger_transfers_debit;
drop index ledger_transfers_credit;

-- A night's check reads the sums of the last days.
create index ledger_daily_totals_day on ledger_daily_totals (day);

-- How far the books were checked: all transfers of the days before `through_day` (Moscow's) are counted in the sums.
create table ledger_checkpoint (
  id boolean primary key default true check (id),
  through_day date not null,
  checked_at timestamptz
);
insert into ledger_checkpoint (through_day) values ('-infinity');
create table ledger_checkpoint_sums (
  account_id uuid primary key references ledger_accounts,
  balance_minor bigint not null,
  cash_minor bigint not null
);

-- Both accounts exist and have one currency, an organization's side has its entry, and no transfer slips into days that
-- were checked. An import of past transfers writes its entries afterwards and says so by the setting.
create function ledger_transfers_check_accounts() returns trigger language plpgsql as $$
declare
  wrong text;
  is_import boolean := coalesce(current_setting('kazna.ledger_import', true), '') = 'on';
begin
  select t.key into wrong from posted t
  left join ledger_accounts d on d.id = t.debit_account_id
  left join ledger_accounts c on c.id = t.credit_account_id
  where d.id is null or c.id is null or d.currency <> c.currency limit 1;
  if found then
    raise exception 'transfer % joins no two accounts of one currency', wrong using errcode = 'foreign_key_violation';
  end if;
  if is_import then
    return null;
  end if;
  select t.key into wrong from posted t
  cross join lateral (values (t.credit_account_id, t.amount_minor), (t.debit_account_id, -t.amount_minor)) side (id, amount)
  join ledger_accounts a on a.id = side.id and a.kind = 'organization'
  where not exists (
    select from ledger_entries e where e.transfer_id = t.id and e.organization_id = a.organization_id
      and e.account_id = a.id and e.amount_minor = side.amount) limit 1;
  if found then
    raise exception 'transfer % has no entry of its organization', wrong using errcode = 'check_violation';
  end if;
  select t.key into wrong from posted t, ledger_checkpoint c
  where t.created_at < c.through_day::timestamp at time zone 'Europe/Moscow'
    -- A clock that was ahead may have left the checkpoint in the future: no payment is refused for that.
    and c.through_day <= (now() at time zone 'Europe/Moscow')::date limit 1;
  if found then
    raise exception 'transfer % belongs to days that were checked', wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger ledger_transfers_check_accounts after insert on ledger_transfers referencing new table as posted
  for each statement execute function ledger_transfers_check_accounts();
