import { type Actor, recordAction } from '../../audit/record-action.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { fieldProblem } from '../../platform/http/problem.ts';
import { encryptSecret } from '../../platform/secrets.ts';
import { checkUrl } from './check-url.ts';
import { createSecret } from './signing.ts';
import { insertEndpoint, lockEndpointCount } from './store.ts';
import { currentPosition, type WebhookContext, withoutQuery } from './webhook-context.ts';

export interface EndpointForm {
  url: string;
  types: string[];
  description?: string | null | undefined;
}

/** Each may have deliveries running, and one statement looks at all. */
const maxEndpoints = 50;

/** Returns the secret, which nobody can read again. */
export async function createEndpoint(
  tx: Transaction,
  context: WebhookContext,
  actor: Actor,
  { url: text, types, description = null }: EndpointForm,
  id: string = uuidv7(),
): Promise<{ id: string; secret: string }> {
  const url = checkUrl(text, context);
  if ((await lockEndpointCount(tx)) >= maxEndpoints) throw fieldProblem('url', context.messages.tooMany(maxEndpoints));
  const secret = createSecret();
  await insertEndpoint(tx, {
    ...{ id, url, description, createdBy: actor.id },
    types: [...new Set(types)],
    secret: encryptSecret(context.key, id, secret),
    position: await currentPosition(tx),
  });
  await recordAction(tx, actor, { action: 'webhook.created', details: { url: withoutQuery(url) } });
  return { id, secret };
}
