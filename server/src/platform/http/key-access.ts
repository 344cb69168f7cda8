import type { Scope } from '@kazna/contract/shared/scopes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusedByLimit } from '../metrics.ts';
import { bearerToken, type KeyCaller } from './caller.ts';
import { addressOf } from './network.ts';
import { Problem } from './problem.ts';
import type { RateLimiter } from './rate-limiter.ts';

export interface FoundKey {
  keyId: string;
  scopes: string[];
  /** False from an address outside of the key's networks. */
  isNetworkAllowed: boolean;
}

export interface KeyChecks {
  /** Null for a key that is unknown, revoked or expired. */
  findKey: (key: string, address: string) => Promise<FoundKey | null>;
  limiter: RateLimiter;
}

export type AuthorizeKey = (scope: Scope, request: FastifyRequest, reply: FastifyReply) => Promise<KeyCaller>;

export function createKeyAccess({ findKey, limiter }: KeyChecks): AuthorizeKey {
  return async (requiredScope, request, reply) => {
    const key = await findKey(bearerToken(request.headers.authorization), addressOf(request));
    if (!key) throw new Problem('unauthorized');
    const { keyId, scopes, isNetworkAllowed } = key;
    // Before the limit: a leaked key that is used elsewhere must not use up its owner’s calls.
    if (!isNetworkAllowed) throw new Problem('network_not_allowed');
    const { remaining, resetSeconds, isExceeded } = limiter.count(keyId);
    reply.header('ratelimit-policy', limiter.policy).header('ratelimit', `"key";r=${remaining};t=${resetSeconds}`);
    if (isExceeded) {
      refusedByLimit.inc({ limit: 'api-key' });
      throw new Problem('too_many_requests', { retryAfterSeconds: resetSeconds });
    }
    if (!scopes.includes(requiredScope)) throw new Problem('scope_missing', { members: { requiredScope } });
    return { keyId, scopes };
  };
}
