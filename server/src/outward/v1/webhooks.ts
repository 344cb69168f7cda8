import * as contract from '@kazna/contract/v1/webhooks';
import { actorOf } from '../../audit/actions-store.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { fromOpaque, toOpaquePage } from '../../platform/db/page.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { Api } from '../../platform/http/api.ts';
import { keepAnswer } from '../../platform/idempotency/answers.ts';
import { claimKey } from '../../platform/idempotency/claim-key.ts';
import {
  getDelivery,
  getDeliveryWithLog,
  listDeliveries,
  replayDelivery,
  replayFailed,
  sendTestEvent,
} from '../webhooks/deliveries.ts';
import {
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  revealSecret,
  rotateSecret,
  updateEndpoint,
  urlMessages,
  type WebhookContext,
  type WebhookSettings,
} from '../webhooks/endpoints.ts';
import { selectEndpoints } from '../webhooks/endpoints-store.ts';
import { creatorSeenBy, requireReach, typesWithin } from './webhook-reach.ts';

export function bindWebhookEndpoints(api: Api, db: Database, settings: WebhookSettings): void {
  const context: WebhookContext = { ...settings, messages: urlMessages.program };

  api.on(contract.listWebhookEndpoints, async ({ caller, query }) =>
    toOpaquePage(await selectEndpoints(db, fromOpaque(query), creatorSeenBy(caller)), query.limit),
  );

  api.on(contract.createWebhookEndpoint, async (call) => {
    const reference = uuidv7();
    const form = { ...call.body, types: typesWithin(call.caller, call.body.types) };
    const { id, secret } = await answerOnce(db, 'create', call, {
      reference,
      work: (tx) => createEndpoint(tx, context, actorOf(call), form, reference),
      again: (tx, earlier) => revealSecret(tx, context, earlier),
    });
    return { ...(await getEndpoint(db, id)), secret };
  });

  api.on(contract.getWebhookEndpoint, async ({ caller, params }) => {
    await requireReach(db, caller, params);
    return getEndpoint(db, params.endpointId);
  });

  api.on(contract.updateWebhookEndpoint, async (call) => {
    await requireReach(db, call.caller, call.params);
    const { endpointId } = call.params;
    const { types, ...changes } = call.body;
    const isSentOtherwise = types !== undefined || changes.url !== undefined || changes.enabled === true;
    // Types that are already sent there must be within the key too, where it moves or begins again.
    const within = isSentOtherwise && typesWithin(call.caller, types ?? (await getEndpoint(db, endpointId)).types);
    const changed = { ...changes, ...(within && { types: within }) };
    return db.transaction((tx) => updateEndpoint(tx, context, actorOf(call), endpointId, changed));
  });

  api.on(contract.deleteWebhookEndpoint, async (call) => {
    await requireReach(db, call.caller, call.params);
    await db.transaction((tx) => deleteEndpoint(tx, actorOf(call), call.params.endpointId));
  });

  api.on(contract.rotateWebhookSecret, async (call) => {
    await requireReach(db, call.caller, call.params);
    const { endpointId: id } = call.params;
    return answerOnce(db, 'rotate', call, {
      reference: id,
      work: (tx) => rotateSecret(tx, context, actorOf(call), { id, overlapHours: call.body.overlapHours }),
      again: (tx) => revealSecret(tx, context, id),
    });
  });

  api.on(contract.sendWebhookTestEvent, async (call) => {
    await requireReach(db, call.caller, call.params);
    const id = uuidv7();
    return answerOnce(db, 'test', call, {
      reference: id,
      work: (tx) => sendTestEvent(tx, { id, endpointId: call.params.endpointId }).then(() => getDelivery(tx, id)),
      again: getDelivery,
    });
  });
}

export function bindWebhookDeliveries(api: Api, db: Database): void {
  api.on(contract.listWebhookDeliveries, async ({ caller, params, query }) => {
    await requireReach(db, caller, params);
    return listDeliveries(db, params.endpointId, query);
  });

  api.on(contract.getWebhookDelivery, async ({ caller, params }) => {
    await requireReach(db, caller, params);
    return getDeliveryWithLog(db, params.deliveryId);
  });

  api.on(contract.replayWebhookDelivery, async (call) => {
    await requireReach(db, call.caller, call.params);
    const { deliveryId: id } = call.params;
    return answerOnce(db, 'replay', call, {
      reference: id,
      work: (tx) => replayDelivery(tx, actorOf(call), id).then(() => getDelivery(tx, id)),
      again: getDelivery,
    });
  });

  api.on(contract.replayFailedDeliveries, async (call) => {
    await requireReach(db, call.caller, call.params);
    const { endpointId } = call.params;
    return answerOnce(db, 'replay failed', call, {
      reference: endpointId,
      work: async (tx) => ({
        deliveries: await replayFailed(tx, actorOf(call), { endpointId, since: call.body.since }),
      }),
    });
  });
}

interface IdempotentCall {
  caller: { keyId: string };
  headers: { 'idempotency-key': string };
  params?: object | undefined;
  body?: object | undefined;
}

const keepDays = 3;

/**
 * Does the work once per idempotency key. A repeated call presents the outcome anew where a stored answer would hold a
 * secret or be out of date, and gets the stored answer otherwise.
 */
function answerOnce<Outcome extends object>(
  db: Database,
  operation: string,
  { caller, headers, params, body }: IdempotentCall,
  {
    reference,
    work,
    again,
  }: {
    /** The id of what the work makes or changes. */
    reference: string;
    work: (tx: Transaction) => Promise<Outcome>;
    again?: (tx: Transaction, reference: string) => Promise<Outcome>;
  },
): Promise<Outcome> {
  return db.transaction(async (tx) => {
    const name = { scope: `webhooks:${caller.keyId}`, key: headers['idempotency-key'] };
    const claimed = await claimKey(tx, { ...name, body: { operation, params, body }, reference, keepDays });
    if (!claimed.isNew) return again ? again(tx, claimed.reference) : (claimed.answer?.body as Outcome);
    const outcome = await work(tx);
    if (!again) await keepAnswer(tx, name, { status: 200, body: outcome });
    return outcome;
  });
}
