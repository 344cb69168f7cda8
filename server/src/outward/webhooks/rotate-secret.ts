import { type Actor, recordAction } from '../../audit/record-action.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { encryptSecret } from '../../platform/secrets.ts';
import { createSecret } from './signing.ts';
import { lockEndpointRow, updateSecret } from './store.ts';
import { type WebhookContext, withoutQuery } from './webhook-context.ts';

/** For so many hours the old secret signs beside the new one, so that receivers can change without a gap. */
export async function rotateSecret(
  tx: Transaction,
  { key }: WebhookContext,
  actor: Actor,
  { id, overlapHours }: { id: string; overlapHours: number },
): Promise<{ id: string; secret: string }> {
  const endpoint = await lockEndpointRow(tx, id);
  if (!endpoint) throw new Problem('not_found');
  const secret = createSecret();
  await updateSecret(tx, id, { secret: encryptSecret(key, id, secret), overlapHours });
  const details = { url: withoutQuery(endpoint.url), overlapHours: String(overlapHours) };
  await recordAction(tx, actor, { action: 'webhook.secret_rotated', details });
  return { id, secret };
}
