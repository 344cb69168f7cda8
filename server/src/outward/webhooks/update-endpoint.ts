import { type Actor, recordAction } from '../../audit/record-action.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { checkUrl } from './check-url.ts';
import type { EndpointForm } from './create-endpoint.ts';
import { disableEndpoint } from './delivering/store.ts';
import { type EndpointRow, enableEndpoint, findEndpoint, lockEndpointRow, updateEndpointFields } from './store.ts';
import { currentPosition, type WebhookContext, withoutQuery } from './webhook-context.ts';

type Optional<T> = { [K in keyof T]?: T[K] | undefined };

/** Switched on again, an endpoint gets what happens from then on; what it missed is in `/v1/events`. */
export async function updateEndpoint(
  tx: Transaction,
  context: WebhookContext,
  actor: Actor,
  id: string,
  changes: Optional<EndpointForm & { enabled: boolean }>,
): Promise<EndpointRow> {
  // Numbering events comes before the endpoint's lock, as in the delivery loop.
  const position = changes.enabled ? await currentPosition(tx) : null;
  const endpoint = await lockEndpointRow(tx, id);
  if (!endpoint) throw new Problem('not_found');
  const url = changes.url === undefined ? endpoint.url : checkUrl(changes.url, context);
  const description = changes.description === undefined ? endpoint.description : changes.description;
  await updateEndpointFields(tx, { id, url, description, types: [...new Set(changes.types ?? endpoint.types)] });
  if (position !== null && !endpoint.enabled) await enableEndpoint(tx, id, position);
  if (changes.enabled === false && endpoint.enabled) await disableEndpoint(tx, id, 'requested');
  const enabled = String(changes.enabled ?? endpoint.enabled);
  const moved = url !== endpoint.url && { previousUrl: withoutQuery(endpoint.url) };
  await recordAction(tx, actor, { action: 'webhook.changed', details: { url: withoutQuery(url), enabled, ...moved } });
  return (await findEndpoint(tx, id)) as EndpointRow;
}
