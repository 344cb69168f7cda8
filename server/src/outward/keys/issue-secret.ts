import type { Transaction } from '../../platform/db/database.ts';
import { hashKey, newKeyText } from './key-text.ts';
import { insertSecret } from './store.ts';

/** Returns the key, which nobody can read again. */
export async function issueSecret(tx: Transaction, keyId: string): Promise<string> {
  const key = newKeyText();
  await insertSecret(tx, keyId, hashKey(key), key.slice(-4));
  return key;
}
