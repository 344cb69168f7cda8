import type { Transaction } from '../../../platform/db/database.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import { decryptSecret } from '../../../platform/secrets/secret-cipher.ts';
import { accountEmail } from '../jobs.ts';
import type { SessionKeys } from '../sessions/session-keys.ts';
import { spendCode } from './spend-code.ts';
import { lockSecondFactor, switchSecondFactorOff } from './store.ts';

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
  if (wasOn) await queue.enqueue(tx, accountEmail, { kind: 'second_factor_off', userId: id, email });
}
