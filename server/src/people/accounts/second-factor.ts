import type { Database, Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { decryptSecret, encryptSecret } from '../../platform/secrets.ts';
import type { Limit } from '../../platform/throttling/throttle.ts';
import { accountEmail } from '../account-emails.ts';
import { findTotpStep, hashRecoveryCode, newRecoveryCodes, newTotpSecret, spendCode, totpUri } from './credentials.ts';
import type { SessionKeys } from './sessions/session-keys-store.ts';
import { resetSecondFactors, updateSecondFactorProved } from './sessions/sessions-store.ts';
import {
  getUser,
  lockSecondFactor,
  replaceSecret,
  saveTotpSecret,
  selectPlainSecrets,
  spendTotpStep,
  switchSecondFactorOff,
  switchSecondFactorOn,
} from './store.ts';

/** Wrong codes of one person inside sessions, apart from sign-ins, which others may try. */
export const codesInSession: Limit = { name: 'second-factor-codes-session', hits: 20, windowSeconds: 60 * 60 };

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

/** Returns the recovery codes, of which only hashes are stored. */
export async function confirmSecondFactor(
  tx: Transaction,
  { queue, keys }: { queue: Queue; keys: SessionKeys },
  { userId, sessionId }: { userId: string; sessionId: string },
  code: string,
): Promise<string[]> {
  const { secret: encrypted, isConfirmed } = await lockSecondFactor(tx, userId);
  if (isConfirmed) throw new Problem('second_factor_enabled');
  const secret = encrypted && decryptSecret(keys.secondFactor, userId, encrypted);
  const step = secret && findTotpStep(secret, code);
  if (!step || !(await spendTotpStep(tx, userId, step))) throw new Problem('wrong_code');
  const codes = newRecoveryCodes();
  await switchSecondFactorOn(
    tx,
    userId,
    codes.map((recoveryCode) => hashRecoveryCode(userId, recoveryCode)),
  );
  await updateSecondFactorProved(tx, sessionId);
  const { email } = await getUser(tx, userId);
  await queue.enqueue(tx, accountEmail, { kind: 'second_factor_on', userId, email });
  return codes;
}

/** Requires a code or a recovery code: a stolen session with the password must not remove the factor. */
export async function disableSecondFactor(
  tx: Transaction,
  { queue, keys }: { queue: Queue; keys: SessionKeys },
  { id, email }: { id: string; email: string },
  code: string,
): Promise<void> {
  const { secret, isConfirmed } = await lockSecondFactor(tx, id);
  if (isConfirmed) {
    const totpSecret = secret && decryptSecret(keys.secondFactor, id, secret);
    if (!(await spendCode(tx, { id, totpSecret }, code))) throw new Problem('wrong_code');
  }
  const wasOn = await switchSecondFactorOff(tx, id);
  await resetSecondFactors(tx, id);
  if (wasOn) await queue.enqueue(tx, accountEmail, { kind: 'second_factor_off', userId: id, email });
}

/** For secrets stored before encryption was introduced. Idempotent; safe in several processes at once. */
export async function encryptPlainSecrets(db: Database, key: Buffer): Promise<void> {
  for (let batch = await selectPlainSecrets(db); batch.length > 0; batch = await selectPlainSecrets(db)) {
    for (const { userId, secret } of batch) {
      await replaceSecret(db, { userId, from: secret, to: encryptSecret(key, userId, secret) });
    }
  }
}
