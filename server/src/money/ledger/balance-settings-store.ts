import type { Currency } from '@kazna/contract/shared/money';
import type { Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import { recordBalanceChange } from './post-transfer.ts';
import { heldBeside, type LockedAccount, lockAccounts, openAccounts } from './transfers-store.ts';

interface BalanceName {
  organizationId: string;
  currency: Currency;
}

/** The organization must exist. */
async function lockBalance(tx: Transaction, { organizationId, currency }: BalanceName): Promise<LockedAccount> {
  const keys = [{ organizationId, kind: 'organization' as const, currency }];
  await openAccounts(tx, keys);
  const [account] = await lockAccounts(tx, keys, []);
  if (!account) throw new Error(`no account of ${organizationId}`);
  return account;
}

/** The balance is further below zero than the limit. */
export class CreditLimitUsed extends Error {}

/** Returns the limit before. */
export async function setCreditLimit(tx: Transaction, name: BalanceName, limitMinor: number): Promise<number> {
  const { id, balanceMinor, creditLimitMinor } = await lockBalance(tx, name);
  if (balanceMinor < -limitMinor) throw new CreditLimitUsed();
  const [row] = await tx.query<{ heldMinor: number }>(sql`
    update ledger_accounts a set credit_limit_minor = ${limitMinor} where a.id = ${id}
    returning ${heldBeside}::float8 as "heldMinor"`);
  const heldMinor = row?.heldMinor ?? 0;
  recordBalanceChange(tx, { ...name, balanceMinor, heldMinor, creditLimitMinor: limitMinor });
  return creditLimitMinor;
}

/** Locks the balances of the organization in the order of all locks. */
export async function endCreditLimits(tx: Transaction, organizationId: string): Promise<void> {
  await tx.query(sql`
    with locked as (
      select id from ledger_accounts where organization_id = ${organizationId} and credit_limit_minor <> 0
      order by organization_id, kind, currency for no key update
    )
    update ledger_accounts a set credit_limit_minor = 0 from locked l where a.id = l.id`);
}

/** Null removes the threshold. A balance that is below it already is no crossing: the next one after a rise is. */
export async function setLowThreshold(
  tx: Transaction,
  name: BalanceName,
  thresholdMinor: number | null,
): Promise<void> {
  const { id } = await lockBalance(tx, name);
  await tx.query(sql`update ledger_accounts a set low_threshold_minor = ${thresholdMinor} where a.id = ${id}`);
}

/** Marks the balance when below the amount, in the statement that moves it. Null removes the mark. */
export async function watchBalance(
  tx: Transaction,
  { belowMinor, ...name }: BalanceName & { belowMinor: number | null },
): Promise<void> {
  const { id } = await lockBalance(tx, name);
  await tx.query(sql`update ledger_accounts set top_up_below_minor = ${belowMinor} where id = ${id}`);
}

/** What is left of bonuses; requires no account. */
export async function lockBonuses(tx: Transaction, organizationId: string, currency: Currency): Promise<number> {
  const [account] = await lockAccounts(tx, [{ organizationId, kind: 'organization', currency }], []);
  return account?.pots.bonus ?? 0;
}
