import type { Scope } from '@kazna/contract/shared/scopes';

/** The scope that each operation of the operator API needs. Written from what is promised, independently of the code. */
export const operatorTable: Record<string, Scope> = {
  listOrganizations: 'organizations:read',
  getOrganization: 'organizations:read',
  createCharge: 'charges:write',
  createChargeBatch: 'charges:write',
  listCharges: 'charges:write',
  getCharge: 'charges:write',
  refundCharge: 'charges:write',
  createHold: 'holds:write',
  getHold: 'holds:write',
  captureHold: 'holds:write',
  releaseHold: 'holds:write',
  createOrganization: 'organizations:write',
  updateOrganization: 'organizations:write',
  listLedger: 'ledger:read',
  listPayments: 'payments:read',
};
