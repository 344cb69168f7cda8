import type { Closing } from '@kazna/contract/cabinet/closing';
import type { Currency } from '@kazna/contract/shared/money';
import type { Queries } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';

export interface Returnable {
  currency: Currency;
  returnableMinor: number;
}

/** What came by bank transfers, neither spent nor sent back; a currency without any is left out. */
export function readReturnable(db: Queries, organizationId: string): Promise<Returnable[]> {
  return db.query<Returnable>(sql`
    select currency, least(balance_minor, came)::float8 as "returnableMinor"
    from (
      select a.currency, a.balance_minor, (
          select coalesce(sum(e.amount_minor), 0) from ledger_entries e
          where e.organization_id = a.organization_id and e.currency = a.currency
            and e.kind in ('bank_receipt', 'bank_receipt_reversal', 'bank_return', 'bank_return_reversal')) as came
      from ledger_accounts a where a.kind = 'organization' and a.organization_id = ${organizationId}
    ) accounts
    where least(balance_minor, came) > 0 order by currency`);
}

/** Returns by bank that nobody has decided about yet, the oldest first. */
export function readUnsettledReturns(db: Queries, organizationId: string): Promise<Closing['unsettled']> {
  return db.query(sql`
    select 'bank_return' as kind, null as "paymentId", amount_minor::float8 as "amountMinor", currency
    from bank_returns where organization_id = ${organizationId} and status = 'pending' order by id limit 20`);
}

export async function countUndecidedReturns(db: Queries): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from bank_returns where status = 'pending'`);
  return row?.count ?? 0;
}
