import { requestsOfAccounts } from './requests-of-accounts.ts';
import { requestsOfOperators } from './requests-of-operators.ts';
import { requestsOfOrganizations } from './requests-of-organizations.ts';
import type { ValidRequest } from './valid-request.ts';

export const validRequests: Record<string, ValidRequest> = {
  ...requestsOfAccounts,
  ...requestsOfOrganizations,
  ...requestsOfOperators,
};
