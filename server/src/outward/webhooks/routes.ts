import * as contract from '@kazna/contract/admin/webhooks';
import { actorOf } from '../../audit/actions-store.ts';
import { notifyAdmins } from '../../people/accounts/notify-admins.ts';
import { requireConfirmation } from '../../people/accounts/sessions/confirm-identity.ts';
import type { Database } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { Api } from '../../platform/http/api.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import {
  getDelivery,
  getDeliveryWithLog,
  listDeliveries,
  replayDelivery,
  replayFailed,
  sendTestEvent,
} from './deliveries.ts';
import {
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  rotateSecret,
  updateEndpoint,
  urlMessages,
  type WebhookContext,
  type WebhookSettings,
  withoutQuery,
} from './endpoints.ts';
import { selectEndpointsForStaff } from './endpoints-store.ts';

/** The operations of `/v1` for staff's browsers. */
export function webhookRoutes(
  api: Api,
  { db, queue }: { db: Database; queue: Queue },
  settings: WebhookSettings,
): void {
  const context: WebhookContext = { ...settings, messages: urlMessages.person };

  api.on(contract.listWebhooks, async () => ({ items: await selectEndpointsForStaff(db) }));

  api.on(contract.createWebhook, async (call) => {
    return db.transaction(async (tx) => {
      const created = await createEndpoint(tx, context, actorOf(call), call.body);
      const paragraphs = [`События личного кабинета теперь уходят и сюда: ${withoutQuery(call.body.url)}.`];
      await notifyAdmins(tx, queue, actorOf(call), { subject: 'Добавлен адрес вебхуков', paragraphs });
      return created;
    });
  });

  api.on(contract.updateWebhook, async (call) => {
    const { endpointId } = call.params;
    const { url: before } = await getEndpoint(db, endpointId);
    const isMoved = call.body.url !== undefined && call.body.url !== before;
    if (isMoved) await requireConfirmation(db, call.caller);
    return db.transaction(async (tx) => {
      const changed = await updateEndpoint(tx, context, actorOf(call), endpointId, call.body);
      const paragraphs = [`События уходят на другой адрес: ${withoutQuery(before)} → ${withoutQuery(changed.url)}.`];
      if (isMoved) await notifyAdmins(tx, queue, actorOf(call), { subject: 'Изменён адрес вебхуков', paragraphs });
      return changed;
    });
  });

  api.on(contract.deleteWebhook, (call) =>
    db.transaction((tx) => deleteEndpoint(tx, actorOf(call), call.params.endpointId)),
  );

  api.on(contract.renewWebhookSecret, async (call) => {
    const { endpointId: id } = call.params;
    const { overlapHours } = call.body;
    return db.transaction(async (tx) => {
      const renewed = await rotateSecret(tx, context, actorOf(call), { id, overlapHours });
      const { url } = await getEndpoint(tx, id);
      const paragraphs = [`Сменили секрет, которым подписаны события для адреса ${withoutQuery(url)}.`];
      await notifyAdmins(tx, queue, actorOf(call), { subject: 'Сменён секрет вебхуков', paragraphs });
      return renewed;
    });
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
