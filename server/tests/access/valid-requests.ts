import { requestsOfAccounts } from './requests-of-accounts.ts';
import { requestsOfOrganizations } from './requests-of-organizations.ts';
import { requestsOfStaff } from './requests-of-staff.ts';
import type { ValidRequest } from './valid-request.ts';

export const validRequests: Record<string, ValidRequest> = {
  ...requestsOfAccounts,
  ...requestsOfOrganizations,
  ...requestsOfStaff,
};
