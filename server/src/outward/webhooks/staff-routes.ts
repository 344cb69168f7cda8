import * as contract from '@kazna/contract/admin/webhooks';
import { actorOf } from '../../audit/record-action.ts';
import type { Database } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { Api } from '../../platform/http/api.ts';
import { createEndpoint } from './create-endpoint.ts';
import { deleteEndpoint } from './delete-endpoint.ts';
import { getDelivery, getDeliveryWithLog, listDeliveries } from './read-webhooks.ts';
import { replayDelivery, replayFailed } from './replay.ts';
import { rotateSecret } from './rotate-secret.ts';
import { sendTestEvent } from './send-test-event.ts';
import { selectEndpoints } from './store.ts';
import { updateEndpoint } from './update-endpoint.ts';
import { urlMessages } from './url-messages.ts';
import type { WebhookContext, WebhookSettings } from './webhook-context.ts';

/** More than there may be. */
const allEndpoints = { limit: 1000 };

/** The operations of `/v1` for staff's browsers. */
export function staffWebhookRoutes(api: Api, db: Database, settings: WebhookSettings): void {
  const context: WebhookContext = { ...settings, messages: urlMessages.person };

  api.on(contract.listWebhooks, async () => ({ items: await selectEndpoints(db, allEndpoints) }));

  api.on(contract.createWebhook, (call) =>
    db.transaction((tx) => createEndpoint(tx, context, actorOf(call), call.body)),
  );

  api.on(contract.updateWebhook, (call) =>
    db.transaction((tx) => updateEndpoint(tx, context, actorOf(call), call.params.endpointId, call.body)),
  );

  api.on(contract.deleteWebhook, (call) =>
    db.transaction((tx) => deleteEndpoint(tx, actorOf(call), call.params.endpointId)),
  );

  api.on(contract.renewWebhookSecret, (call) => {
    const { overlapHours } = call.body;
    return db.transaction((tx) =>
      rotateSecret(tx, context, actorOf(call), { id: call.params.endpointId, overlapHours }),
    );
  });

  api.on(contract.testWebhook, ({ params }) => {
    const id = uuidv7();
    return db.transaction((tx) =>
      sendTestEvent(tx, { id, endpointId: params.endpointId }).then(() => getDelivery(tx, id)),
    );
  });

  api.on(contract.listDeliveries, ({ params, query }) => listDeliveries(db, params.endpointId, query));

  api.on(contract.getDelivery, ({ params }) => getDeliveryWithLog(db, params.deliveryId));

  api.on(contract.replayDelivery, (call) => {
    const { deliveryId: id } = call.params;
    return db.transaction((tx) => replayDelivery(tx, actorOf(call), id).then(() => getDelivery(tx, id)));
  });

  api.on(contract.replayFailed, (call) => {
    const failed = { ...call.params, ...call.body };
    return db.transaction(async (tx) => ({ deliveries: await replayFailed(tx, actorOf(call), failed) }));
  });
}
