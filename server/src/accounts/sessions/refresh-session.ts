import type { TokenPair } from '@kazna/contract/fields';
import type { Transaction } from '../../db/database.ts';
import { signAccessToken } from './access-token.ts';
import { deriveRefreshToken, issueRefreshToken, readRefreshToken } from './refresh-token.ts';
import type { SessionKeys } from './session-keys.ts';
import { chooseOrganization, endSession, lockSession, rotateSession } from './store.ts';

/** How long the token before the current one still gets the current one: tabs and lost answers need it. */
const graceSeconds = 10;

/**
 * Exchanges a refresh token for the next pair. An older token than the previous one has been copied by somebody, so the
 * session ends. Null when there is no session to go on with; the caller's transaction must commit all the same.
 */
export async function refreshSession(tx: Transaction, keys: SessionKeys, token: string): Promise<TokenPair | null> {
  const presented = readRefreshToken(token);
  const session = presented && (await lockSession(tx, presented.sessionId, graceSeconds));
  if (!session) return null;
  const { id: sessionId, userId } = session;
  // An organization lost meanwhile is replaced by another; nobody is signed out for it.
  const organizationId =
    (session.organizationId && (await chooseOrganization(tx, userId, session.organizationId))) ||
    (await chooseOrganization(tx, userId));
  const accessToken = signAccessToken(keys.access, { userId, sessionId, organizationId });
  if (presented.hash.equals(session.refreshHash)) {
    const next = issueRefreshToken(keys.refresh, sessionId);
    await rotateSession(tx, sessionId, next, organizationId);
    return { accessToken, refreshToken: next.token };
  }
  if (session.previousRefreshHash?.equals(presented.hash) && session.isWithinGrace) {
    return { accessToken, refreshToken: deriveRefreshToken(keys.refresh, sessionId, session.refreshNonce) };
  }
  await endSession(tx, sessionId);
  return null;
}
