-- What was paid by card and is neither spent nor returned: the most that may go back to cards. Bonuses and money given
-- by staff never count; what they pay for counts as spent all the same, so it may be below zero.
alter table ledger_accounts add cash_minor bigint not null default 0;

update ledger_accounts a set cash_minor = t.cash
from (
  select account_id, sum(cash) as cash from (
    select credit_account_id as account_id, amount_minor as cash
    from ledger_transfers where kind in ('top_up', 'refund_reversal')
    union all
    select debit_account_id, -amount_minor from ledger_transfers where kind <> 'bonus_reversal'
  ) moves group by account_id
) t
where t.account_id = a.id and a.kind = 'organization';
