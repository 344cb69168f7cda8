import type { TokenPair } from '@kazna/contract/fields';
import type { Transaction } from '../../db/database.ts';
import { Problem } from '../../http/problem.ts';
import { signAccessToken } from './access-token.ts';
import { issueRefreshToken } from './refresh-token.ts';
import type { SessionKeys } from './session-keys.ts';
import { chooseOrganization, lockSession, rotateSession } from './store.ts';

/** Points the session at one of the person's organizations and rotates its tokens. */
export async function switchOrganization(
  tx: Transaction,
  keys: SessionKeys,
  { userId, sessionId }: { userId: string; sessionId: string },
  wantedId: string | undefined,
): Promise<TokenPair> {
  const session = await lockSession(tx, sessionId, 0);
  if (!session) throw new Problem('session_ended');
  const organizationId = await chooseOrganization(tx, userId, wantedId);
  if (!organizationId) throw new Problem('not_found');
  const next = issueRefreshToken(keys.refresh, sessionId);
  await rotateSession(tx, sessionId, next, organizationId);
  return { accessToken: signAccessToken(keys.access, { userId, sessionId, organizationId }), refreshToken: next.token };
}
