import type { Queries } from '../../platform/db/database.ts';
import type { FoundKey } from '../../platform/http/key-access.ts';
import { hashKey, isKeyText } from './key-text.ts';
import { findKeyByHash, updateLastUse } from './store.ts';

const lastUseEveryMs = 60_000;

/** Asks the database at every call, so that a revoked key stops at once. */
export function createKeyFinder(db: Queries, onError: (error: Error) => void, now: () => number = Date.now) {
  const noted = new Map<string, number>();
  return async (text: string, address: string): Promise<FoundKey | null> => {
    if (!isKeyText(text)) return null;
    const key = await findKeyByHash(db, hashKey(text), address);
    if (key && now() - (noted.get(key.keyId) ?? 0) >= lastUseEveryMs) {
      noted.set(key.keyId, now());
      // No call waits for it.
      updateLastUse(db, key.keyId, address).catch(onError);
    }
    return key;
  };
}
