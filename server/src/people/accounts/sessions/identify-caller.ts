import type { Queries } from '../../../platform/db/database.ts';
import type { AlongSession, LiveSession } from '../../../platform/http/access.ts';
import type { AccessClaims } from '../../../platform/http/caller.ts';
import { findSession } from './callers/store.ts';
import { confirmPair } from './store.ts';

/** The first use of an access token proves that the pair arrived, so the pair before it expires. */
export async function identifyCaller(
  db: Queries,
  { sessionId, generation }: AccessClaims,
  along: AlongSession,
): Promise<LiveSession | null> {
  const found = await findSession(db, sessionId, along);
  const isFirstUse = generation !== undefined && generation === found?.unconfirmedGeneration;
  if (isFirstUse) await confirmPair(db, sessionId, generation);
  return found;
}
