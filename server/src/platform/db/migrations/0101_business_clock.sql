-- What the business, its customers and its programs date runs by the business's clock; sessions, jobs, retries, events of
-- webhooks and the audit log stay with the real one.
alter table ledger_transfers alter created_at set default business_now();
alter table charges alter created_at set default business_now();
alter table charge_refunds alter created_at set default business_now();
alter table holds alter created_at set default business_now();
alter table referral_bonuses alter created_at set default business_now();

alter table payments alter created_at set default business_now();
alter table payment_events alter created_at set default business_now();
alter table refunds alter created_at set default business_now();
alter table auto_top_ups alter next_attempt_at set default business_now(), alter updated_at set default business_now();

alter table services alter created_at set default business_now();
alter table tariffs alter created_at set default business_now();
alter table tariff_versions alter created_at set default business_now();
alter table discounts alter created_at set default business_now();
alter table subscription_intents alter created_at set default business_now();

alter table business_versions alter created_at set default business_now();
alter table invoices alter created_at set default business_now();
alter table bank_statements alter created_at set default business_now();
alter table bank_receipts alter created_at set default business_now();
alter table bank_returns alter created_at set default business_now();
alter table closing_documents alter created_at set default business_now();
alter table closing_runs alter finished_at set default business_now();
alter table closing_failures alter failed_at set default business_now();

alter table notifications alter created_at set default business_now();

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
        where through_day <= (business_now() at time zone 'Europe/Moscow')::date) then 'belongs to days that were checked'
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
