import { randomUUID } from 'node:crypto';
import { createCharge } from '../../src/money/charges/create-charge.ts';
import { createHold } from '../../src/money/charges/holds/create-hold.ts';
import { newPerson } from '../support/people.ts';
import type { Shop } from '../support/shop.ts';
import type { RequestParts } from './ask.ts';

export interface OperatorScene {
  shop: Shop;
  organizationId: string;
}

/** A request that is valid with the scope, with new targets for what it consumes. */
type OperatorRequest = (scene: OperatorScene) => RequestParts | Promise<RequestParts>;

const amount = { amountMinor: 100, currency: 'RUB' as const, description: 'Тариф за ноябрь' };
const newCall = () => ({ keyId: randomUUID(), key: randomUUID() });

async function newCharge({ shop, organizationId }: OperatorScene): Promise<string> {
  const { id } = await shop.db.transaction((tx) => createCharge(tx, newCall(), { ...amount, organizationId }));
  return id;
}

async function newHold({ shop, organizationId }: OperatorScene): Promise<string> {
  const { id } = await shop.db.transaction((tx) => createHold(tx, newCall(), { ...amount, organizationId }));
  return id;
}

const nothing: OperatorRequest = () => ({});

export const operatorRequests: Record<string, OperatorRequest> = {
  listOrganizations: nothing,
  getOrganization: ({ organizationId }) => ({ params: { organizationId } }),
  createCharge: ({ organizationId }) => ({ body: { ...amount, organizationId } }),
  createChargeBatch: ({ organizationId }) => ({
    body: { charges: [{ ...amount, organizationId, idempotencyKey: randomUUID() }] },
  }),
  listCharges: nothing,
  getCharge: async (scene) => ({ params: { chargeId: await newCharge(scene) } }),
  refundCharge: async (scene) => ({ params: { chargeId: await newCharge(scene) }, body: { reason: 'Ошибка' } }),
  createHold: ({ organizationId }) => ({ body: { ...amount, organizationId } }),
  getHold: async (scene) => ({ params: { holdId: await newHold(scene) } }),
  captureHold: async (scene) => ({ params: { holdId: await newHold(scene) }, body: {} }),
  releaseHold: async (scene) => ({ params: { holdId: await newHold(scene) } }),
  createOrganization: () => ({ body: { kind: 'company', name: 'ООО «Лютик»', ownerEmail: newPerson().email } }),
  updateOrganization: ({ organizationId }) => ({ params: { organizationId }, body: { metadata: { plan: 'gold' } } }),
  listLedger: ({ organizationId }) => ({ query: { organizationId } }),
  listPayments: nothing,
};
