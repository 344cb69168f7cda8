import type { Currency } from '@kazna/contract/shared/money';
import type { Transaction } from '../../../platform/db/database.ts';
import { lockAccounts, openAccounts } from '../locking-store.ts';
import { updateLowThreshold } from './store.ts';

/** A balance that is below the new threshold already is no crossing: the next one after a rise is. */
export async function setLowThreshold(
  tx: Transaction,
  { organizationId, currency }: { organizationId: string; currency: Currency },
  thresholdMinor: number | null,
): Promise<void> {
  const keys = [{ organizationId, kind: 'organization' as const, currency }];
  await openAccounts(tx, keys);
  const [account] = await lockAccounts(tx, keys, []);
  if (!account) throw new Error(`no account of ${organizationId}`);
  await updateLowThreshold(tx, account.id, thresholdMinor);
}
