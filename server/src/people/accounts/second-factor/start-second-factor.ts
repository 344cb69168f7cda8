import type { Transaction } from '../../../platform/db/database.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { encryptSecret } from '../../../platform/secrets/secret-cipher.ts';
import { saveTotpSecret } from './store.ts';
import { newTotpSecret, totpUri } from './totp.ts';

/** The secret has no effect until a code confirms it. */
export async function startSecondFactor(
  tx: Transaction,
  key: Buffer,
  user: { id: string; email: string },
  issuer: string,
): Promise<{ secret: string; uri: string }> {
  const secret = newTotpSecret();
  if (!(await saveTotpSecret(tx, user.id, encryptSecret(key, user.id, secret))))
    throw new Problem('second_factor_enabled');
  return { secret, uri: totpUri(secret, issuer, user.email) };
}
