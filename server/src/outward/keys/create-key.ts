import type { keyForm } from '@kazna/contract/admin/keys';
import type { z } from 'zod/mini';
import { type Actor, recordAction } from '../../audit/record-action.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { canonicalNetwork } from '../../platform/http/network.ts';
import { fieldProblem, Problem } from '../../platform/http/problem.ts';
import { issueSecret } from './issue-secret.ts';
import { countWorkingKeys, insertKey } from './store.ts';

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
