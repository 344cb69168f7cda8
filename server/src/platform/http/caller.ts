import type { Endpoint } from '@kazna/contract/shared/endpoint';
import type { StaffRole } from '@kazna/contract/shared/permissions';
import type { FastifyRequest } from 'fastify';

export interface Caller {
  userId: string;
  sessionId: string;
  organizationId: string | null;
  operatorRole: StaffRole | null;
}

/** Applies the endpoint's access rule: returns the caller or throws a Problem. */
export type Authorize = (endpoint: Endpoint, request: FastifyRequest) => Promise<unknown>;
