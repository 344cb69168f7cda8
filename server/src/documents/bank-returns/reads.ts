import type { Closing } from '@kazna/contract/cabinet/account-closure';
import type { Currency } from '@kazna/contract/shared/money';
import { readPots } from '../../money/ledger/balances.ts';
import type { Queries } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';

export interface Returnable {
  currency: Currency;
  returnableMinor: number;
}

/** What came by bank transfers, neither spent nor sent back; a currency without any is left out. */
export async function readReturnable(db: Queries, organizationId: string): Promise<Returnable[]> {
  const pots = await readPots(db, organizationId);
  return pots
    .filter(({ bankMinor }) => bankMinor > 0)
    .map(({ currency, bankMinor: returnableMinor }) => ({ currency, returnableMinor }));
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
