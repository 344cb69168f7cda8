import { refreshGraceMs } from '@kazna/contract/cabinet/session-timing';
import type { TokenPair } from '@kazna/contract/shared/fields';
import type { Transaction } from '../../../platform/db/database.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { signAccessToken } from './access-token.ts';
import { deriveRefreshToken, issueRefreshToken, readRefreshToken } from './refresh-token.ts';
import type { SessionKeys } from './session-keys.ts';
import { chooseOrganization, endSession, lockSession, moveSession, rotateSession, type Session } from './store.ts';

/** Where the session goes on; without an id in the organization used last. */
export interface Destination {
  organizationId: string | undefined;
}

/**
 * Exchanges a refresh token for the next pair, in another organization if asked. The previous token gets the current
 * pair again until that pair was used and a grace period after; its answer may have been lost. Any other token was
 * copied by somebody, so the session ends. Null when there is no session to go on with; the caller's transaction must
 * commit all the same.
 */
export async function refreshSession(
  tx: Transaction,
  keys: SessionKeys,
  token: string,
  destination?: Destination,
): Promise<TokenPair | null> {
  const presented = readRefreshToken(token);
  const session = presented && (await lockSession(tx, presented.sessionId, refreshGraceMs));
  if (!session) return null;
  const { id: sessionId, userId } = session;
  const isCurrent = presented.hash.equals(session.refreshHash);
  const isPrevious = session.previousRefreshHash?.equals(presented.hash) && session.isWithinGrace;
  if (!isCurrent && !isPrevious) {
    await endSession(tx, sessionId);
    return null;
  }
  const organizationId = await findOrganization(tx, session, destination);
  const sign = (generation: number) => signAccessToken(keys.access, { userId, sessionId, organizationId, generation });
  if (isCurrent) {
    const next = issueRefreshToken(keys.refresh, sessionId);
    await rotateSession(tx, sessionId, next, organizationId);
    return { accessToken: sign(session.generation + 1), refreshToken: next.token };
  }
  if (destination) await moveSession(tx, sessionId, organizationId);
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
  // An organization lost meanwhile is replaced by another; nobody is signed out for it.
  return (
    (organizationId && (await chooseOrganization(tx, userId, organizationId))) || (await chooseOrganization(tx, userId))
  );
}
