-- The rules of pots are the product's alone (money/ledger/rules.ts). Imports write entries with their transfers as all
-- others do, so no setting lets a transfer in without them.
drop function ledger_entries_fill();
drop function ledger_pots_change(text, bigint, bigint, bigint[], bigint[], bigint[], bigint);

create or replace function ledger_transfers_check_accounts() returns trigger language plpgsql as $$
declare
  wrong text;
  fault text;
begin
  select f.key, f.fault into wrong, fault from (
    select t.key, case
      when d.id is null or c.id is null or d.currency <> c.currency then 'joins no two accounts of one currency'
      when d.kind = 'organization' and not exists (
        select from ledger_entries e where e.transfer_id = t.id and e.organization_id = d.organization_id
          and e.account_id = d.id and e.amount_minor = -t.amount_minor) then 'has no entry of its organization'
      when c.kind = 'organization' and not exists (
        select from ledger_entries e where e.transfer_id = t.id and e.organization_id = c.organization_id
          and e.account_id = c.id and e.amount_minor = t.amount_minor) then 'has no entry of its organization'
      -- A clock that was ahead may have left the checkpoint in the future: no payment is refused for that.
      when t.created_at < (
        select through_day::timestamp at time zone 'Europe/Moscow' from ledger_checkpoint
        where through_day <= (now() at time zone 'Europe/Moscow')::date) then 'belongs to days that were checked'
    end as fault
    from posted t
    left join lateral (select * from ledger_accounts where id = t.debit_account_id limit 1) d on true
    left join lateral (select * from ledger_accounts where id = t.credit_account_id limit 1) c on true
  ) f where f.fault is not null limit 1;
  if found then
    raise exception 'transfer % %', wrong, fault using errcode =
      case fault when 'joins no two accounts of one currency' then 'foreign_key_violation' else 'check_violation' end;
  end if;
  return null;
end $$;
