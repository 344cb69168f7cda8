import type { Endpoint } from '../shared/endpoint.ts';
import { endpointsIn } from '../shared/endpoints-in.ts';
import * as charges from './charges.ts';
import * as holds from './holds.ts';
import * as ledger from './ledger.ts';
import * as organizations from './organizations.ts';
import * as payments from './payments.ts';

const declared: Record<string, unknown> = {
  ...charges,
  ...holds,
  ...ledger,
  ...organizations,
  ...payments,
};

/** All endpoints of the operator API by `operationId`. */
export const operatorEndpoints: Record<string, Endpoint> = endpointsIn(declared);
