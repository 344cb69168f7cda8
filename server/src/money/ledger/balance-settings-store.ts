import type { Currency } from '@kazna/contract/shared/money';
import type { Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import type { LockedAccount } from './posting.ts';
import { selectPromised } from './promised-limit-store.ts';
import { lownessOf } from './rules.ts';
import { heldBeside, lockAccounts, openAccounts, recordBalanceChange, recordLow } from './transfers-store.ts';

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

/** Sets the part that staff grant: what was promised comes on top. Returns their part before. */
export async function setCreditLimit(tx: Transaction, name: BalanceName, limitMinor: number): Promise<number> {
  const { id, balanceMinor, creditLimitMinor: before } = await lockBalance(tx, name);
  const { promisedMinor, overdueMinor } = await selectPromised(tx, id);
  const creditLimitMinor = limitMinor + promisedMinor;
  // Some of what was overdue when a promise ended may be paid or covered by the limit since.
  const stillOverdue = Math.min(overdueMinor, Math.max(0, -balanceMinor - before));
  if (balanceMinor < -creditLimitMinor - stillOverdue) throw new CreditLimitUsed();
  const overdueAfter = Math.max(0, -balanceMinor - creditLimitMinor);
  const [row] = await tx.query<{ heldMinor: number }>(sql`
    update ledger_accounts a set credit_limit_minor = ${creditLimitMinor}, overdue_minor = ${overdueAfter}
    where a.id = ${id}
    returning ${heldBeside}::float8 as "heldMinor"`);
  recordBalanceChange(tx, { ...name, balanceMinor, heldMinor: row?.heldMinor ?? 0, creditLimitMinor });
  return before - promisedMinor;
}

/** Locks the balances of the organization in the order of all locks. */
export async function endCreditLimits(tx: Transaction, organizationId: string): Promise<void> {
  await tx.query(sql`
    with locked as (
      select id from ledger_accounts where organization_id = ${organizationId} and credit_limit_minor <> 0
      order by organization_id, kind, currency for no key update
    )
    update ledger_accounts a set credit_limit_minor = 0, promised_minor = 0 from locked l where a.id = l.id`);
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

/**
 * Says that a balance is low by what was used of it and is not charged yet, which is read under its lock: once, until a
 * transfer raises it. Returns false where nothing is said, also because it has been.
 */
export async function noticeLow(
  tx: Transaction,
  { readUsed, ...name }: BalanceName & { readUsed: () => Promise<number> },
): Promise<boolean> {
  const account = await lockBalance(tx, name);
  if (account.isLow) return false;
  const { id, balanceMinor, creditLimitMinor } = account;
  const usedMinor = await readUsed();
  const left = { ...account, balanceBefore: balanceMinor, balanceMinor: balanceMinor - usedMinor };
  if (usedMinor === 0 || !lownessOf(left, false).isNewlyLow) return false;
  const [row] = await tx.query<{ heldMinor: number }>(sql`
    update ledger_accounts a set is_low = true where a.id = ${id} returning ${heldBeside}::float8 as "heldMinor"`);
  recordLow(tx, { ...name, balanceMinor, heldMinor: row?.heldMinor ?? 0, creditLimitMinor, usedMinor });
  return true;
}

/** Marks the balance when below the amount, in the statement that moves it. Null removes the mark. */
export async function watchBalance(
  tx: Transaction,
  { belowMinor, ...name }: BalanceName & { belowMinor: number | null },
): Promise<void> {
  const { id } = await lockBalance(tx, name);
  await tx.query(sql`update ledger_accounts set top_up_below_minor = ${belowMinor} where id = ${id}`);
}

/** The rest of bonuses; requires no account. */
export async function lockBonuses(tx: Transaction, organizationId: string, currency: Currency): Promise<number> {
  const [account] = await lockAccounts(tx, [{ organizationId, kind: 'organization', currency }], []);
  return account?.pots.bonus ?? 0;
}
