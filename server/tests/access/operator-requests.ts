import { randomUUID } from 'node:crypto';
import type { Scope } from '@kazna/contract/shared/scopes';
import { createCharge } from '../../src/money/charges/create-charge.ts';
import { createHold } from '../../src/money/charges/holds/holds.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import { newPerson } from '../support/people.ts';
import { plantSubscription, plantTariff } from '../support/services.ts';
import type { Shop } from '../support/shop.ts';
import { plantMeter, usageContext, use } from '../support/usage.ts';
import type { RequestParts } from './ask.ts';

export interface OperatorScene {
  shop: Shop;
  organizationId: string;
}

/** A request that is valid with the scope, with new targets for what it consumes. */
type OperatorRequest = (scene: OperatorScene) => RequestParts | Promise<RequestParts>;

const amount = { amountMinor: 100, currency: 'RUB' as const, description: 'Тариф за ноябрь' };
const newCall = () => ({ actorId: randomUUID(), key: randomUUID() });

async function newCharge({ shop, organizationId }: OperatorScene): Promise<string> {
  const { id } = await createCharge(shop.db, newCall(), { ...amount, organizationId });
  return id;
}

async function newHold({ shop, organizationId }: OperatorScene): Promise<string> {
  const { id } = await shop.db.transaction((tx) => createHold(tx, newCall(), { ...amount, organizationId }));
  return id;
}

const newUsage = async ({ db }: Shop, organizationId: string) => ({
  ...{ id: randomUUID(), meter: await plantMeter(db), organizationId, quantity: 1 },
  occurredAt: new Date().toISOString(),
});

const nothing: OperatorRequest = () => ({});

const ofSubscription =
  (body?: object, state: 'active' | 'paused' = 'active'): OperatorRequest =>
  async ({ shop, organizationId }) => ({
    params: { subscriptionId: await plantSubscription(shop.db, organizationId, state) },
    ...(body && { body }),
  });

/** Switched off, so that nothing is sent while the databases before and after a call are compared. */
export async function newWebhookEndpoint({
  shop: { db },
}: Pick<OperatorScene, 'shop'>): Promise<{ endpointId: string }> {
  const { rows } = await db.queryText(
    `insert into webhook_endpoints (id, url, types, secret, position, created_by, is_enabled, disabled_reason, disabled_at)
     values ($1, 'https://hooks.test/', '{*}', $2, 0, (select id from actors limit 1), false, 'requested', now())
     returning id`,
    [uuidv7(), 'encrypted'],
  );
  return { endpointId: rows[0]?.id as string };
}

export async function newWebhookDelivery(scene: Pick<OperatorScene, 'shop'>): Promise<{ deliveryId: string }> {
  const { endpointId } = await newWebhookEndpoint(scene);
  const { rows } = await scene.shop.db.queryText(
    `insert into webhook_deliveries (endpoint_id, event_id, event_type, body, status)
     values ($1, gen_random_uuid(), 'webhook.test', '{}', 'failed') returning id`,
    [endpointId],
  );
  return { deliveryId: rows[0]?.id as string };
}

/** The scope that each operation needs, written from what is promised and independently of the code, and a request. */
export const operatorTable: Record<string, readonly [scope: Scope, request: OperatorRequest]> = {
  listOrganizations: ['organizations:read', nothing],
  getOrganization: ['organizations:read', ({ organizationId }) => ({ params: { organizationId } })],
  createCharge: ['charges:write', ({ organizationId }) => ({ body: { ...amount, organizationId } })],
  createChargeBatch: [
    'charges:write',
    ({ organizationId }) => ({
      body: { charges: [{ ...amount, organizationId, idempotencyKey: randomUUID() }] },
    }),
  ],
  listCharges: ['charges:write', nothing],
  getCharge: ['charges:write', async (scene) => ({ params: { chargeId: await newCharge(scene) } })],
  refundCharge: [
    'charges:write',
    async (scene) => ({ params: { chargeId: await newCharge(scene) }, body: { reason: 'Ошибка' } }),
  ],
  createHold: ['holds:write', ({ organizationId }) => ({ body: { ...amount, organizationId } })],
  getHold: ['holds:write', async (scene) => ({ params: { holdId: await newHold(scene) } })],
  captureHold: ['holds:write', async (scene) => ({ params: { holdId: await newHold(scene) }, body: {} })],
  releaseHold: ['holds:write', async (scene) => ({ params: { holdId: await newHold(scene) } })],
  listServices: ['services:read', nothing],
  listSubscriptions: ['services:read', nothing],
  getSubscription: ['services:read', ofSubscription()],
  createSubscription: [
    'subscriptions:write',
    async ({ shop, organizationId }) => ({
      body: { organizationId, tariffId: (await plantTariff(shop.db, { priceMinor: 0 })).id },
    }),
  ],
  previewChange: ['subscriptions:write', ofSubscription({ quantity: 2 })],
  changeSubscription: ['subscriptions:write', ofSubscription({ quantity: 2 })],
  pauseSubscription: ['subscriptions:write', ofSubscription()],
  resumeSubscription: ['subscriptions:write', ofSubscription(undefined, 'paused')],
  stopSubscription: ['subscriptions:write', ofSubscription({ when: 'now' })],
  sendUsage: [
    'usage:write',
    async ({ shop, organizationId }) => ({ body: { events: [await newUsage(shop, organizationId)] } }),
  ],
  readUsage: [
    'usage:read',
    async ({ shop, organizationId }) => ({
      query: { organizationId, meter: await plantMeter(shop.db), from: '2026-11-01', to: '2026-11-02' },
    }),
  ],
  deleteUsage: [
    'usage:write',
    async ({ shop, organizationId }) => {
      const event = await newUsage(shop, organizationId);
      await use(usageContext(shop.db), event);
      return { params: { usageId: event.id } };
    },
  ],
  createOrganization: [
    'organizations:write',
    () => ({ body: { kind: 'company', name: 'ООО «Лютик»', ownerEmail: newPerson().email } }),
  ],
  updateOrganization: [
    'organizations:write',
    ({ organizationId }) => ({ params: { organizationId }, body: { metadata: { plan: 'gold' } } }),
  ],
  listLedger: ['ledger:read', ({ organizationId }) => ({ query: { organizationId } })],
  listPayments: ['payments:read', nothing],
  listEvents: ['events:read', nothing],
  listWebhookEndpoints: ['webhooks:write', nothing],
  createWebhookEndpoint: ['webhooks:write', () => ({ body: { url: 'https://hooks.test/', types: ['balance.low'] } })],
  getWebhookEndpoint: ['webhooks:write', async (scene) => ({ params: await newWebhookEndpoint(scene) })],
  updateWebhookEndpoint: [
    'webhooks:write',
    async (scene) => ({ params: await newWebhookEndpoint(scene), body: { enabled: false } }),
  ],
  deleteWebhookEndpoint: ['webhooks:write', async (scene) => ({ params: await newWebhookEndpoint(scene) })],
  rotateWebhookSecret: [
    'webhooks:write',
    async (scene) => ({ params: await newWebhookEndpoint(scene), body: { overlapHours: 1 } }),
  ],
  sendWebhookTestEvent: ['webhooks:write', async (scene) => ({ params: await newWebhookEndpoint(scene) })],
  listWebhookDeliveries: ['webhooks:write', async (scene) => ({ params: await newWebhookEndpoint(scene) })],
  getWebhookDelivery: ['webhooks:write', async (scene) => ({ params: await newWebhookDelivery(scene) })],
  replayWebhookDelivery: ['webhooks:write', async (scene) => ({ params: await newWebhookDelivery(scene) })],
  replayFailedDeliveries: [
    'webhooks:write',
    async (scene) => ({
      params: await newWebhookEndpoint(scene),
      body: { since: '2026-01-01T00:00:00Z' },
    }),
  ],
};
