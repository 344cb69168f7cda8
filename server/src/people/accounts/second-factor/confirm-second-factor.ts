import type { Transaction } from '../../../platform/db/database.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import { decryptSecret } from '../../../platform/secrets/secret-cipher.ts';
import { accountEmail } from '../jobs.ts';
import type { SessionKeys } from '../sessions/session-keys.ts';
import { getUser } from '../store.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { lockSecondFactor, spendTotpStep, switchSecondFactorOn } from './store.ts';
import { findTotpStep } from './totp.ts';

/** Returns the recovery codes, of which only hashes are stored. */
export async function confirmSecondFactor(
  tx: Transaction,
  { queue, keys }: { queue: Queue; keys: SessionKeys },
  userId: string,
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
  const { email } = await getUser(tx, userId);
  await queue.enqueue(tx, accountEmail, { kind: 'second_factor_on', userId, email });
  return codes;
}
