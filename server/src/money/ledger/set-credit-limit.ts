import type { Currency } from '@kazna/contract/shared/money';
import type { Transaction } from '../../platform/db/database.ts';
import { lockAccounts, openAccounts, updateCreditLimit } from './locking-store.ts';
import { recordBalanceChanges } from './present-v1.ts';

/** The balance is further below zero than the limit. */
export class CreditLimitUsed extends Error {}

/** Returns the limit before. The organization must exist. */
export async function setCreditLimit(
  tx: Transaction,
  { organizationId, currency }: { organizationId: string; currency: Currency },
  limitMinor: number,
): Promise<number> {
  const keys = [{ organizationId, kind: 'organization' as const, currency }];
  await openAccounts(tx, keys);
  const [account] = await lockAccounts(tx, keys, []);
  if (!account) throw new Error(`no account of ${organizationId}`);
  if (account.balanceMinor < -limitMinor) throw new CreditLimitUsed();
  const heldMinor = await updateCreditLimit(tx, account.id, limitMinor);
  const { balanceMinor } = account;
  const after = { balanceMinor, heldMinor, creditLimitMinor: limitMinor, isNewlyLow: false };
  recordBalanceChanges(tx, [{ organizationId, currency, ...after }]);
  return account.creditLimitMinor;
}
