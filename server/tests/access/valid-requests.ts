import type { Sending } from './ask.ts';
import { requestsOfAccounts } from './requests-of-accounts.ts';
import { requestsOfOperators } from './requests-of-operators.ts';
import { requestsOfOrganizations } from './requests-of-organizations.ts';
import type { Scene, Somebody } from './scene.ts';

/** A request that the endpoint takes from whoever may call it, with targets of its own for what it spends. */
export type RightRequest = (scene: Scene, me: Somebody) => Sending | Promise<Sending>;

export const rightRequests: Record<string, RightRequest> = {
  ...requestsOfAccounts,
  ...requestsOfOrganizations,
  ...requestsOfOperators,
};
