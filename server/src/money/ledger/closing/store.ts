import type { Queries } from '../../../platform/db/database.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { Balance } from '../store.ts';

export interface ClosingBalance extends Balance {
  refundableMinor: number;
  bonusMinor: number;
}

/** Balances above zero. Of what was not paid by card, bonuses are counted as unspent the longest. */
export function selectClosingBalances(db: Queries, organizationId: string): Promise<ClosingBalance[]> {
  return db.query<ClosingBalance>(sql`
    select a.currency, a.balance_minor::float8 as "amountMinor", a.refundable::float8 as "refundableMinor",
      case when a.balance_minor = a.refundable then 0 else least(a.balance_minor - a.refundable, (
        select coalesce(sum(e.amount_minor), 0) from ledger_entries e
        where e.organization_id = a.organization_id and e.account_id = a.id and e.kind in ('bonus', 'bonus_reversal')
          and (e.kind = 'bonus') = (e.amount_minor > 0))) end::float8 as "bonusMinor"
    from (
      select *, greatest(0, least(balance_minor, cash_minor)) as refundable from ledger_accounts
      where kind = 'organization' and organization_id = ${organizationId} and balance_minor > 0
    ) a order by a.currency`);
}

export function selectHeld(db: Queries, organizationId: string): Promise<Balance[]> {
  return db.query<Balance>(sql`
    select currency, balance_minor::float8 as "amountMinor" from ledger_accounts
    where kind = 'held' and organization_id = ${organizationId} and balance_minor > 0 order by currency`);
}
