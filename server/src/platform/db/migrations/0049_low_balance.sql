-- Whether a balance lasts for less than three days is decided by the statement that moves it, so both live beside it.
alter table ledger_accounts
  -- Of the last 30 days, today included; a job drops what is older every night.
  add column recent_charges_minor bigint not null default 0 check (recent_charges_minor >= 0),
  -- Set by the transfer that makes the balance low, unset by one that raises it above again.
  add column is_low boolean not null default false;

update ledger_accounts a set recent_charges_minor = c.charged
from (
  select t.account_id, sum(t.charged_minor) as charged from ledger_daily_totals t
  where t.day > (now() at time zone 'Europe/Moscow')::date - 30 group by t.account_id
) c
where a.id = c.account_id and a.kind = 'organization';

-- Sums by day count debiting corrections as charges.
update ledger_accounts a set recent_charges_minor = a.recent_charges_minor - e.corrected
from (
  select account_id, -sum(amount_minor) as corrected from ledger_entries
  where kind = 'adjustment' and amount_minor < 0
    and created_at >= ((now() at time zone 'Europe/Moscow')::date - 29)::timestamp at time zone 'Europe/Moscow'
  group by account_id
) e
where a.id = e.account_id and a.kind = 'organization';

-- A balance that is low at the upgrade is no event: no transfer has just made it so.
update ledger_accounts set is_low = true where kind = 'organization' and balance_minor * 30 < recent_charges_minor * 3;
