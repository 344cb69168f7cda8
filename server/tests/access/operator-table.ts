import type { Scope } from '@kazna/contract/shared/scopes';

/** The scope that each operation of the operator API needs. Written from what is promised, independently of the code. */
export const operatorTable: Record<string, Scope> = {
  listOrganizations: 'organizations:read',
  getOrganization: 'organizations:read',
  listLedger: 'ledger:read',
  listPayments: 'payments:read',
};
