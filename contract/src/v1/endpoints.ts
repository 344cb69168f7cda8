import { type Endpoint, endpointsIn } from '../shared/endpoint.ts';
import * as charges from './charges.ts';
import * as events from './events.ts';
import * as holds from './holds.ts';
import * as ledger from './ledger.ts';
import * as organizations from './organizations.ts';
import * as payments from './payments.ts';
import * as services from './services.ts';
import * as usage from './usage.ts';
import * as webhooks from './webhooks.ts';

const declared: Record<string, unknown> = {
  ...charges,
  ...holds,
  ...events,
  ...ledger,
  ...organizations,
  ...payments,
  ...services,
  ...usage,
  ...webhooks,
};

/** All endpoints of the operator API by `operationId`. */
export const operatorEndpoints: Record<string, Endpoint> = endpointsIn(declared);
