import type { keyForm } from '@kazna/contract/admin/keys';
import type { z } from 'zod/mini';
import { type Actor, recordAction } from '../../audit/actions-store.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { canonicalNetwork } from '../../platform/http/network.ts';
import { fieldProblem, Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { stopEndpointsOfKey } from '../webhooks/stop-with-key.ts';
import { hashKey, newKeyText } from './find-key.ts';
import { countWorkingKeys, insertKey, insertSecret, limitSecrets, lockKey, markRevoked } from './store.ts';

/** The text of the problem names the number. */
const maxKeys = 100;

export async function createKey(
  tx: Transaction,
  actor: Actor,
  form: z.output<typeof keyForm>,
): Promise<{ id: string; key: string }> {
  if (form.expiresAt && Date.parse(form.expiresAt) <= Date.now())
    throw fieldProblem('expiresAt', 'Введите время в будущем');
  if ((await countWorkingKeys(tx)) >= maxKeys) throw new Problem('too_many_keys');
  const id = uuidv7();
  const scopes = [...new Set(form.scopes)];
  const networks = form.networks.map(canonicalNetwork);
  await insertKey(tx, { ...form, id, scopes, networks, createdBy: actor.id });
  const details = { name: form.name, scopes: scopes.join(', ') };
  await recordAction(tx, actor, { action: 'key.created', details });
  return { id, key: await issueSecret(tx, id) };
}

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

/** Its webhook endpoints go off with it. A key that does not work any more stays as it is. */
export async function revokeKey(tx: Transaction, queue: Queue, actor: Actor, keyId: string): Promise<void> {
  const locked = await lockKey(tx, keyId);
  if (!locked) throw new Problem('not_found');
  if (!locked.isWorking) return;
  await markRevoked(tx, keyId);
  await recordAction(tx, actor, { action: 'key.revoked', details: { name: locked.name } });
  await stopEndpointsOfKey(tx, queue, actor, keyId);
}

/** Returns the key, which is stored as a hash alone. */
async function issueSecret(tx: Transaction, keyId: string): Promise<string> {
  const key = newKeyText();
  await insertSecret(tx, keyId, hashKey(key), key.slice(-4));
  return key;
}
