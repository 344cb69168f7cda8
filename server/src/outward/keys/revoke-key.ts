import { type Actor, recordAction } from '../../audit/record-action.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { lockKey, markRevoked } from './store.ts';

/** A key that does not work any more stays as it is. */
export async function revokeKey(tx: Transaction, actor: Actor, keyId: string): Promise<void> {
  const locked = await lockKey(tx, keyId);
  if (!locked) throw new Problem('not_found');
  if (!locked.isWorking) return;
  await markRevoked(tx, keyId);
  await recordAction(tx, actor, { action: 'key.revoked', details: { name: locked.name } });
}
