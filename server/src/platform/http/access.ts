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
  /** By password, code or passkey in the last ten minutes. */
  isConfirmed: boolean;
  /** By one of them, or by the sign-in itself. */
  isRecentlyProved: boolean;
  rows: unknown[];
}

export interface AccessChecks {
  /** Throws a Problem when the token is not valid. */
  readAccessToken: (token: string) => AccessClaims;
  /** Null when the session has ended or the account is blocked. */
  findSession: (claims: AccessClaims, along: AlongSession) => Promise<LiveSession | null>;
  authorizeKey: AuthorizeKey;
  /** Staff without one reach nothing of the admin area. */
  staffNeedSecondFactor: boolean;
}

export function createAuthorize(checks: AccessChecks): Authorize {
  return async ({ access, method, worksInView }: Endpoint, request, reply, rows) => {
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
    if (session.caller.isViewing && method !== 'GET' && !worksInView) throw new Problem('view_is_read_only');
    if (access === 'eitherToken') return { caller: { caller: session.caller, claims }, rows: [] };
    requireAccess(access, session, checks.staffNeedSecondFactor);
    return session;
  };
}

/** A JWT has dots, and a refresh token, which is base64url, has none. */
function isAccessToken(token: string): boolean {
  return token.includes('.');
}

function requireAccess(
  access: Exclude<Access, string | { key: unknown }> | 'signedIn' | 'recentlyProved',
  { caller, standing, isConfirmed, isRecentlyProved }: LiveSession,
  staffNeedSecondFactor: boolean,
): void {
  if (access === 'signedIn') return;
  if (access === 'recentlyProved') {
    if (!isRecentlyProved) throw new Problem('confirmation_required');
    return;
  }
  if (isForStaff(access)) {
    if (!caller.operatorRole) throw new Problem('not_found');
    if (staffNeedSecondFactor && !caller.hasSecondFactor) throw new Problem('second_factor_required');
    if (!staffRoleCan(caller.operatorRole, access.staff)) throw new Problem('forbidden');
    if (access.isConfirmed && !isConfirmed) throw new Problem('confirmation_required');
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

/** The database would refuse to compare a malformed id; no user belongs to the nil one. */
function organizationInPath(params: unknown): string {
  const { organizationId } = params as { organizationId: string };
  return uuidPattern.test(organizationId) ? organizationId : nilUuid;
}
