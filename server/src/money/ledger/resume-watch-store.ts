import type { Currency } from '@kazna/contract/shared/money';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import { openAccounts } from './transfers-store.ts';

export interface ResumeWatch {
  organizationId: string;
  currency: Currency;
  /** Null watches no more. */
  fromMinor: number | null;
}

/** In the order of all locks. */
export async function lockBalances(tx: Transaction, organizationIds: string[]): Promise<void> {
  await tx.query(sql`
    select from ledger_accounts where kind = 'organization' and organization_id = any(${organizationIds}::uuid[])
    order by organization_id, kind, currency for no key update`);
}

/** Marks the balances once they can spend the amount, in the statement that moves them. Locks in the order of all locks. */
export async function watchForMoney(tx: Transaction, watches: ResumeWatch[]): Promise<void> {
  if (watches.length === 0) return;
  const column = <Name extends keyof ResumeWatch>(name: Name) => watches.map((watch) => watch[name]);
  await tx.query(sql`
    with wanted as (
      select * from unnest(${column('organizationId')}::uuid[], ${column('currency')}::text[],
        ${column('fromMinor')}::bigint[]) as w (organization_id, currency, from_minor)
    ), locked as materialized (
      select a.id, w.from_minor from wanted w
      join ledger_accounts a on a.organization_id = w.organization_id and a.kind = 'organization' and a.currency = w.currency
      order by a.organization_id, a.kind, a.currency for no key update of a
    )
    update ledger_accounts a set resume_from_minor = l.from_minor from locked l where a.id = l.id`);
}

/** So that a later charge finds the account; before anything else of the ledger is locked. */
export function openBalance(tx: Transaction, organizationId: string, currency: Currency): Promise<void> {
  return openAccounts(tx, [{ organizationId, kind: 'organization', currency }]);
}

/** Organizations whose balance suffices for a subscription that waits for money. */
export function selectResumable(db: Queries, after: string, limit: number): Promise<{ id: string }[]> {
  return db.query<{ id: string }>(sql`
    select distinct organization_id as id from ledger_accounts
    where is_resumable and organization_id > ${after} order by 1 limit ${limit}`);
}

/** What each balance can spend, down to the credit limit, by `{organization} {currency}`. */
export async function readAvailableOf(db: Queries, organizationIds: string[]): Promise<Map<string, number>> {
  if (organizationIds.length === 0) return new Map();
  const rows = await db.query<{ name: string; available: number }>(sql`
    select organization_id || ' ' || currency as name, (balance_minor + credit_limit_minor)::float8 as available
    from ledger_accounts where kind = 'organization' and organization_id = any(${organizationIds}::uuid[])`);
  return new Map(rows.map(({ name, available }) => [name, available]));
}

export async function readAvailable(db: Queries, organizationId: string, currency: Currency): Promise<number> {
  return (await readAvailableOf(db, [organizationId])).get(`${organizationId} ${currency}`) ?? 0;
}
