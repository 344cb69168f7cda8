import type { Access, Endpoint } from '@kazna/contract/shared/endpoint';
import { id } from '@kazna/contract/shared/fields';
import {
  type OrganizationPermission,
  type OrganizationRole,
  operatorRoleCan,
  organizationRoleCan,
  suspendedAllows,
} from '@kazna/contract/shared/permissions';
import { check } from '@kazna/contract/shared/validation';
import type { Authorize, Caller } from './caller.ts';
import { Problem } from './problem.ts';

/** What somebody is in an organization. */
export interface Standing {
  role: OrganizationRole;
  isSuspended: boolean;
}

/** What an access token says of the session it belongs to. */
interface AccessClaims {
  sessionId: string;
  generation: number | undefined;
}

export interface AccessChecks {
  /** Reads a bearer access token; throws a Problem when it is no good. */
  readAccessToken: (token: string) => AccessClaims;
  /** Null when the session has ended or its person may not act any more. */
  findCaller: (claims: AccessClaims) => Promise<Caller | null>;
  findStanding: (userId: string, organizationId: string) => Promise<Standing | null>;
}

export function createAuthorize(checks: AccessChecks): Authorize {
  return async ({ access }: Endpoint, request) => {
    if (access === 'public') return null;
    // The admin area does not exist for anybody but operators, and least of all for who says nothing of themselves.
    if (isOperators(access) && !request.headers.authorization) throw new Problem('not_found');
    const token = bearerToken(request.headers.authorization);
    if (access === 'refresh') return { refreshToken: token };
    const caller = await checks.findCaller(checks.readAccessToken(token));
    if (!caller) throw new Problem('session_ended');
    if (access === 'signedIn') return caller;
    if (isOperators(access)) {
      if (!caller.operatorRole) throw new Problem('not_found');
      if (!operatorRoleCan(caller.operatorRole, access.operator)) throw new Problem('forbidden');
      return caller;
    }
    const organizationId = access.of === 'path' ? organizationInPath(request.params) : caller.organizationId;
    const standing = organizationId ? await checks.findStanding(caller.userId, organizationId) : null;
    if (!standing) throw new Problem('not_found');
    requirePermission(standing, access.organization);
    return caller;
  };
}

function isOperators(access: Access): access is Extract<Access, { operator: unknown }> {
  return typeof access === 'object' && 'operator' in access;
}

export function requirePermission({ role, isSuspended }: Standing, permission: OrganizationPermission): void {
  if (!organizationRoleCan(role, permission)) throw new Problem('forbidden');
  if (isSuspended && !suspendedAllows(permission)) throw new Problem('organization_suspended');
}

/** Null for what is no id at all, which the database would refuse to compare. */
function organizationInPath(params: unknown): string | null {
  const { organizationId } = params as { organizationId: string };
  return check(id, organizationId).errors ? null : organizationId;
}

function bearerToken(header = ''): string {
  const scheme = 'bearer ';
  const token = header.slice(scheme.length).trimStart();
  if (header.slice(0, scheme.length).toLowerCase() !== scheme || token === '') throw new Problem('unauthorized');
  return token;
}
