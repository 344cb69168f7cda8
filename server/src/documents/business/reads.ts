import type { Business } from '@kazna/contract/admin/business';
import type { Queries } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import { findBusiness } from './store.ts';

/** Null until staff said who sells. */
export async function readBusiness(db: Queries): Promise<Business | null> {
  return (await findBusiness(db))?.data ?? null;
}

/** Accounts and ИНН that are or were the business's: money may still come to an account that it left. */
export async function readOwnAccounts(db: Queries): Promise<{ accounts: Set<string>; inns: Set<string> }> {
  const rows = await db.query<{ inn: string; accounts: string[] }>(sql`
    select distinct data ->> 'inn' as inn, array(
      select a -> 'bank' ->> 'account' from jsonb_array_elements(data -> 'bankAccounts') a) as accounts
    from business_versions`);
  return { accounts: new Set(rows.flatMap(({ accounts }) => accounts)), inns: new Set(rows.map(({ inn }) => inn)) };
}
