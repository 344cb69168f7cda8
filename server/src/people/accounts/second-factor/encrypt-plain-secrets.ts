import type { Database } from '../../../platform/db/database.ts';
import { encryptSecret } from '../../../platform/secrets/secret-cipher.ts';
import { replaceSecret, selectPlainSecrets } from './store.ts';

/** For secrets stored before encryption was introduced. Idempotent; safe in several processes at once. */
export async function encryptPlainSecrets(db: Database, key: Buffer): Promise<void> {
  for (let batch = await selectPlainSecrets(db); batch.length > 0; batch = await selectPlainSecrets(db)) {
    for (const { userId, secret } of batch) {
      await replaceSecret(db, { userId, from: secret, to: encryptSecret(key, userId, secret) });
    }
  }
}
