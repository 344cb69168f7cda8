import { type Actor, recordAction } from '../../audit/record-action.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { issueSecret } from './issue-secret.ts';
import { limitSecrets, lockKey } from './store.ts';

export async function rollKey(
  tx: Transaction,
  actor: Actor,
  keyId: string,
  overlapHours: number,
): Promise<{ id: string; key: string; name: string; scopes: string[] }> {
  const locked = await lockKey(tx, keyId);
  if (!locked) throw new Problem('not_found');
  if (!locked.isWorking) throw new Problem('key_revoked');
  await limitSecrets(tx, keyId, overlapHours);
  const details = { name: locked.name, hours: String(overlapHours) };
  await recordAction(tx, actor, { action: 'key.rolled', details });
  const { name, scopes } = locked;
  return { id: keyId, key: await issueSecret(tx, keyId), name, scopes };
}
