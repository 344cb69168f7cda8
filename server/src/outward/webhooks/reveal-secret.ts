import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { decryptSecret } from '../../platform/secrets.ts';
import { findSecret } from './store.ts';
import type { WebhookContext } from './webhook-context.ts';

/** For the retry of a call whose answer was lost. */
export async function revealSecret(
  tx: Transaction,
  { key }: WebhookContext,
  id: string,
): Promise<{ id: string; secret: string }> {
  const stored = await findSecret(tx, id);
  const secret = stored && decryptSecret(key, id, stored);
  if (!secret) throw new Problem('not_found');
  return { id, secret };
}
