import type { Access, Endpoint } from '@kazna/contract/shared/endpoint';
import { id } from '@kazna/contract/shared/fields';
import {
  type OrganizationPermission,
  type OrganizationRole,
  organizationRoleCan,
  staffRoleCan,
  suspendedAllows,
} from '@kazna/contract/shared/permissions';
import { check } from '@kazna/contract/shared/validation';
import type { Authorize, Caller } from './caller.ts';
import { Problem } from './problem.ts';

/** A person's role in an organization, and whether the organization is suspended. */
export interface Standing {
  role: OrganizationRole;
  isSuspended: boolean;
}

interface AccessClaims {
  sessionId: string;
  generation: number | undefined;
}

export interface AccessChecks {
  /** Throws a Problem when the token is not valid. */
  readAccessToken: (token: string) => AccessClaims;
  /** Null when the session has ended or the account is blocked. */
  findCaller: (claims: AccessClaims) => Promise<Caller | null>;
  findStanding: (userId: string, organizationId: string) => Promise<Standing | null>;
}

export function createAuthorize(checks: AccessChecks): Authorize {
  return async ({ access }: Endpoint, request) => {
    if (access === 'public') return null;
    // To everybody but staff the admin area answers 404, as if it did not exist.
    if (isForStaff(access) && !request.headers.authorization) throw new Problem('not_found');
    const token = bearerToken(request.headers.authorization);
    if (access === 'refresh') return { refreshToken: token };
    const caller = await checks.findCaller(checks.readAccessToken(token));
    if (!caller) throw new Problem('session_ended');
    if (access === 'signedIn') return caller;
    if (isForStaff(access)) {
      if (!caller.operatorRole) throw new Problem('not_found');
      if (!staffRoleCan(caller.operatorRole, access.staff)) throw new Problem('forbidden');
      return caller;
    }
    const organizationId = access.of === 'path' ? organizationInPath(request.params) : caller.organizationId;
    const standing = organizationId ? await checks.findStanding(caller.userId, organizationId) : null;
    if (!standing) throw new Problem('not_found');
    requirePermission(standing, access.organization);
    return caller;
  };
}

function isForStaff(access: Access): access is Extract<Access, { staff: unknown }> {
  return typeof access === 'object' && 'staff' in access;
}

export function requirePermission({ role, isSuspended }: Standing, permission: OrganizationPermission): void {
  if (!organizationRoleCan(role, permission)) throw new Problem('forbidden');
  if (isSuspended && !suspendedAllows(permission)) throw new Problem('organization_suspended');
}

/** Null for a malformed id, which the database would refuse to compare. */
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
