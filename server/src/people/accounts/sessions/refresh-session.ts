import { refreshGraceMs } from '@kazna/contract/cabinet/session-timing';
import type { TokenPair } from '@kazna/contract/shared/fields';
import type { Database, Queries, Transaction } from '../../../platform/db/database.ts';
import type { AccessClaims } from '../../../platform/http/caller.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { SessionKeys } from './session-keys-store.ts';
import {
  deriveRefreshToken,
  issueRefreshToken,
  type PresentedToken,
  readRefreshToken,
  signAccessToken,
} from './session-tokens.ts';
import {
  chooseOrganization,
  endCurrentSession,
  lockSession,
  rotateCurrent,
  rotateSession,
  type Session,
  setSessionOrganization,
} from './sessions-store.ts';

/** Without an id: the organization used last. */
export interface Destination {
  organizationId: string | undefined;
}

/** Rotates the tokens, usually by one statement, otherwise in a transaction. Returns null when the session is over. */
export async function refreshSession(
  db: Database,
  keys: SessionKeys,
  token: string,
  destination?: Destination,
): Promise<TokenPair | null> {
  const presented = readRefreshToken(token);
  if (!presented) return null;
  const rotated = destination ? null : await rotateToken(db, keys, presented);
  return rotated ?? db.transaction((tx) => refreshLocked(tx, keys, presented, destination));
}

/**
 * Switches by the access token alone: the refresh token stays and follows. What comes back expires with the presented
 * token, lest a leaked one be prolonged for ever, and keeps its generation: it proves the arrival of no newer pair.
 */
export function switchSession(
  db: Database,
  keys: SessionKeys,
  { sessionId, generation, expiresAt }: AccessClaims,
  destination: Destination,
): Promise<{ accessToken: string }> {
  return db.transaction(async (tx) => {
    const session = await lockSession(tx, sessionId, refreshGraceMs);
    if (!session) throw new Problem('session_ended');
    const { userId } = session;
    const organizationId = await findOrganization(tx, session, destination);
    await setSessionOrganization(tx, sessionId, organizationId);
    const subject = { userId, sessionId, organizationId, generation, expiresAt };
    return { accessToken: signAccessToken(keys.access, subject) };
  });
}

async function rotateToken(db: Queries, keys: SessionKeys, presented: PresentedToken): Promise<TokenPair | null> {
  const { sessionId } = presented;
  const next = issueRefreshToken(keys.refresh, sessionId);
  const rotated = await rotateCurrent(db, presented, next);
  return rotated && { accessToken: signAccessToken(keys.access, { sessionId, ...rotated }), refreshToken: next.token };
}

/**
 * The previous token gets the current pair again until that pair is used, and for a grace period after, because the
 * answer may have been lost. Any other token is a copy, so the session ends, which the transaction must commit.
 */
async function refreshLocked(
  tx: Transaction,
  keys: SessionKeys,
  presented: PresentedToken,
  destination?: Destination,
): Promise<TokenPair | null> {
  const session = await lockSession(tx, presented.sessionId, refreshGraceMs);
  if (!session) return null;
  const { id: sessionId, userId } = session;
  const isCurrent = presented.hash.equals(session.refreshHash);
  const isPrevious = session.previousRefreshHash?.equals(presented.hash) && session.isWithinGrace;
  if (!isCurrent && !isPrevious) {
    await endCurrentSession(tx, { userId, sessionId });
    return null;
  }
  const organizationId = await findOrganization(tx, session, destination);
  const sign = (generation: number) => signAccessToken(keys.access, { userId, sessionId, organizationId, generation });
  if (isCurrent) {
    const next = issueRefreshToken(keys.refresh, sessionId);
    await rotateSession(tx, sessionId, next, organizationId);
    return { accessToken: sign(session.generation + 1), refreshToken: next.token };
  }
  if (destination) await setSessionOrganization(tx, sessionId, organizationId);
  return {
    accessToken: sign(session.generation),
    refreshToken: deriveRefreshToken(keys.refresh, sessionId, session.refreshNonce),
  };
}

async function findOrganization(
  tx: Transaction,
  { userId, organizationId }: Session,
  destination: Destination | undefined,
): Promise<string | null> {
  if (destination) {
    const wanted = await chooseOrganization(tx, userId, destination.organizationId);
    if (!wanted) throw new Problem('not_found');
    return wanted;
  }
  // A lost organization is replaced by another; the person stays signed in.
  return (
    (organizationId && (await chooseOrganization(tx, userId, organizationId))) || (await chooseOrganization(tx, userId))
  );
}
