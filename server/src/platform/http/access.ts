import type { Access, Endpoint } from '@kazna/contract/shared/endpoint';
import {
  type OrganizationPermission,
  type OrganizationRole,
  organizationRoleCan,
  staffRoleCan,
  suspendedAllows,
} from '@kazna/contract/shared/permissions';
import type { Statement } from '../db/database.ts';
import { nilUuid, uuidPattern } from '../db/uuid.ts';
import { type AccessClaims, type Authorize, bearerToken, type Caller } from './caller.ts';
import type { AuthorizeKey } from './key-access.ts';
import { Problem } from './problem.ts';

export interface Standing {
  role: OrganizationRole;
  isSuspended: boolean;
}

export interface AlongSession {
  /** Whose standing is wanted; without it, the session's organization. */
  organizationId?: string | undefined;
  rows?: Statement | undefined;
}

export interface LiveSession {
  caller: Caller;
  /** Null without a membership in an open organization. */
  standing: Standing | null;
  rows: unknown[];
}

export interface AccessChecks {
  /** Throws a Problem when the token is not valid. */
  readAccessToken: (token: string) => AccessClaims;
  /** Null when the session has ended or the account is blocked. */
  findSession: (claims: AccessClaims, along: AlongSession) => Promise<LiveSession | null>;
  authorizeKey: AuthorizeKey;
}

export function createAuthorize(checks: AccessChecks): Authorize {
  return async ({ access }: Endpoint, request, reply, rows) => {
    if (access === 'public') return { caller: null, rows: [] };
    if (isForKeys(access)) return { caller: await checks.authorizeKey(access.key, request, reply), rows: [] };
    // To everybody but staff the admin area answers 404, as if it did not exist.
    if (isForStaff(access) && !request.headers.authorization) throw new Problem('not_found');
    const token = bearerToken(request.headers.authorization);
    if (access === 'refresh' || (access === 'eitherToken' && !isAccessToken(token)))
      return { caller: { refreshToken: token }, rows: [] };
    const organizationId = isOfPath(access) ? organizationInPath(request.params) : undefined;
    const claims = checks.readAccessToken(token);
    const session = await checks.findSession(claims, { organizationId, rows });
    if (!session) throw new Problem('session_ended');
    if (access === 'eitherToken') return { caller: { caller: session.caller, claims }, rows: [] };
    requireAccess(access, session);
    return session;
  };
}

/** A JWT has dots, and a refresh token, which is base64url, has none. */
function isAccessToken(token: string): boolean {
  return token.includes('.');
}

function requireAccess(
  access: Exclude<Access, string | { key: unknown }> | 'signedIn',
  { caller, standing }: LiveSession,
): void {
  if (access === 'signedIn') return;
  if (isForStaff(access)) {
    if (!caller.operatorRole) throw new Problem('not_found');
    if (!staffRoleCan(caller.operatorRole, access.staff)) throw new Problem('forbidden');
    return;
  }
  if (!standing) throw new Problem('not_found');
  requirePermission(standing, access.organization);
}

function isOfPath(access: Access): boolean {
  return typeof access === 'object' && 'of' in access && access.of === 'path';
}

function isForKeys(access: Access): access is Extract<Access, { key: unknown }> {
  return typeof access === 'object' && 'key' in access;
}

function isForStaff(access: Access): access is Extract<Access, { staff: unknown }> {
  return typeof access === 'object' && 'staff' in access;
}

export function requirePermission({ role, isSuspended }: Standing, permission: OrganizationPermission): void {
  if (!organizationRoleCan(role, permission)) throw new Problem('forbidden');
  if (isSuspended && !suspendedAllows(permission)) throw new Problem('organization_suspended');
}

/** The database would refuse to compare a malformed id; nobody belongs to the nil one. */
function organizationInPath(params: unknown): string {
  const { organizationId } = params as { organizationId: string };
  return uuidPattern.test(organizationId) ? organizationId : nilUuid;
}
