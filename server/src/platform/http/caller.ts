import type { Endpoint } from '@kazna/contract/shared/endpoint';
import type { OperatorRole } from '@kazna/contract/shared/permissions';
import type { FastifyRequest } from 'fastify';

/** The signed-in person behind a call, as the database knows them at this moment. */
export interface Caller {
  userId: string;
  sessionId: string;
  organizationId: string | null;
  operatorRole: OperatorRole | null;
}

/** Finds out who calls, by the endpoint's access rule; throws a Problem when they may not. */
export type Authorize = (endpoint: Endpoint, request: FastifyRequest) => Promise<unknown>;
