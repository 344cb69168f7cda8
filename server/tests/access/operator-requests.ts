import type { Shop } from '../support/payments.ts';
import type { RequestParts } from './ask.ts';

export interface OperatorScene {
  shop: Shop;
  organizationId: string;
}

/** A request that is valid with the scope, with new targets for what it consumes. */
type OperatorRequest = (scene: OperatorScene) => RequestParts | Promise<RequestParts>;

const nothing: OperatorRequest = () => ({});

export const operatorRequests: Record<string, OperatorRequest> = {
  listOrganizations: nothing,
  getOrganization: ({ organizationId }) => ({ params: { organizationId } }),
  listLedger: ({ organizationId }) => ({ query: { organizationId } }),
  listPayments: nothing,
};
