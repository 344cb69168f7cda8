import * as contract from '@kazna/contract/v1/webhooks';
import { actorOf } from '../../audit/record-action.ts';
import type { Database } from '../../platform/db/database.ts';
import { fromOpaque, toOpaquePage } from '../../platform/db/opaque-page.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { Api } from '../../platform/http/api.ts';
import { answerOnce } from './answer-once.ts';
import { createEndpoint } from './create-endpoint.ts';
import { deleteEndpoint } from './delete-endpoint.ts';
import { getDelivery, getDeliveryWithLog, getEndpoint, listDeliveries } from './read-webhooks.ts';
import { replayDelivery, replayFailed } from './replay.ts';
import { revealSecret } from './reveal-secret.ts';
import { rotateSecret } from './rotate-secret.ts';
import { sendTestEvent } from './send-test-event.ts';
import { selectEndpoints } from './store.ts';
import { updateEndpoint } from './update-endpoint.ts';
import { urlMessages } from './url-messages.ts';
import type { WebhookContext, WebhookSettings } from './webhook-context.ts';

export function webhookRoutes(api: Api, db: Database, settings: WebhookSettings): void {
  const context: WebhookContext = { ...settings, messages: urlMessages.program };

  api.on(contract.listWebhookEndpoints, async ({ query }) =>
    toOpaquePage(await selectEndpoints(db, fromOpaque(query)), query.limit),
  );

  api.on(contract.createWebhookEndpoint, async (call) => {
    const reference = uuidv7();
    const { id, secret } = await answerOnce(db, 'create', call, {
      reference,
      work: (tx) => createEndpoint(tx, context, actorOf(call), call.body, reference),
      again: (tx, earlier) => revealSecret(tx, context, earlier),
    });
    return { ...(await getEndpoint(db, id)), secret };
  });

  api.on(contract.getWebhookEndpoint, ({ params }) => getEndpoint(db, params.endpointId));

  api.on(contract.updateWebhookEndpoint, (call) =>
    db.transaction((tx) => updateEndpoint(tx, context, actorOf(call), call.params.endpointId, call.body)),
  );

  api.on(contract.deleteWebhookEndpoint, (call) =>
    db.transaction((tx) => deleteEndpoint(tx, actorOf(call), call.params.endpointId)),
  );

  api.on(contract.rotateWebhookSecret, (call) => {
    const { endpointId: id } = call.params;
    return answerOnce(db, 'rotate', call, {
      reference: id,
      work: (tx) => rotateSecret(tx, context, actorOf(call), { id, overlapHours: call.body.overlapHours }),
      again: (tx) => revealSecret(tx, context, id),
    });
  });

  api.on(contract.sendWebhookTestEvent, (call) => {
    const id = uuidv7();
    return answerOnce(db, 'test', call, {
      reference: id,
      work: (tx) => sendTestEvent(tx, { id, endpointId: call.params.endpointId }).then(() => getDelivery(tx, id)),
      again: getDelivery,
    });
  });

  api.on(contract.listWebhookDeliveries, ({ params, query }) => listDeliveries(db, params.endpointId, query));

  api.on(contract.getWebhookDelivery, ({ params }) => getDeliveryWithLog(db, params.deliveryId));

  api.on(contract.replayWebhookDelivery, (call) => {
    const { deliveryId: id } = call.params;
    return answerOnce(db, 'replay', call, {
      reference: id,
      work: (tx) => replayDelivery(tx, actorOf(call), id).then(() => getDelivery(tx, id)),
      again: getDelivery,
    });
  });

  api.on(contract.replayFailedDeliveries, (call) => {
    const { endpointId } = call.params;
    return answerOnce(db, 'replay failed', call, {
      reference: endpointId,
      work: async (tx) => ({
        deliveries: await replayFailed(tx, actorOf(call), { endpointId, since: call.body.since }),
      }),
    });
  });
}
