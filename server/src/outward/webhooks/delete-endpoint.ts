import { type Actor, recordAction } from '../../audit/record-action.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { deleteEndpointRow, lockEndpointRow } from './store.ts';
import { withoutQuery } from './webhook-context.ts';

/** Its deliveries go with it. */
export async function deleteEndpoint(tx: Transaction, actor: Actor, id: string): Promise<void> {
  const endpoint = await lockEndpointRow(tx, id);
  if (!endpoint) throw new Problem('not_found');
  await deleteEndpointRow(tx, id);
  await recordAction(tx, actor, { action: 'webhook.deleted', details: { url: withoutQuery(endpoint.url) } });
}
