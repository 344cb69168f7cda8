import type { Queries } from '../../../platform/db/database.ts';
import type { AccessTokenClaims } from './access-token.ts';
import { confirmPair, findCaller, type SessionCaller } from './store.ts';

/** The first use of an access token proves that the pair arrived, so the pair before it expires. */
export async function identifyCaller(
  db: Queries,
  { sessionId, generation }: AccessTokenClaims,
): Promise<SessionCaller | null> {
  const found = await findCaller(db, sessionId);
  if (!found) return null;
  const { unconfirmedGeneration, ...caller } = found;
  if (generation !== undefined && generation === unconfirmedGeneration) await confirmPair(db, sessionId, generation);
  return caller;
}
