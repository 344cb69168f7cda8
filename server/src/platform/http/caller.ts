import type { Endpoint } from '@kazna/contract/shared/endpoint';
import type { StaffRole } from '@kazna/contract/shared/permissions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Statement } from '../db/database.ts';
import { Problem } from './problem.ts';

export interface Caller {
  userId: string;
  sessionId: string;
  organizationId: string | null;
  operatorRole: StaffRole | null;
  /** The session has proved a second factor. */
  hasSecondFactor: boolean;
  /** Staff who see a customer's cabinet as its owner does, and change nothing. */
  isViewing: boolean;
}

export interface KeyCaller {
  keyId: string;
  scopes: readonly string[];
}

export interface AccessClaims {
  sessionId: string;
  /** Of the pair that the token came with. Absent in tokens of the first releases. */
  generation: number | undefined;
  expiresAt: number;
}

/** Whichever token the bearer is. */
export type TokenCaller = { refreshToken: string } | { caller: Caller; claims: AccessClaims };

interface Admitted {
  /** Null for public endpoints, the token for refreshes. */
  caller: Caller | KeyCaller | TokenCaller | null;
  rows: unknown[];
}

/**
 * Applies the endpoint's access rule: returns the caller or throws a Problem. The given rows are read by the statement
 * that reads the session and returned only to whom the rule admits; they may refer to `caller.user_id`,
 * `caller.organization_id` and `caller.session_id`.
 */
export type Authorize = (
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  rows?: Statement,
) => Promise<Admitted>;

export function bearerToken(header = ''): string {
  const scheme = 'bearer ';
  const token = header.slice(scheme.length).trimStart();
  if (header.slice(0, scheme.length).toLowerCase() !== scheme || token === '') throw new Problem('unauthorized');
  return token;
}
