import type { Transaction } from '../../../platform/db/database.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { spendRecoveryCode, spendTotpStep } from './store.ts';
import { findTotpStep } from './totp.ts';

/** Takes a code of the application, or a recovery code in its place. Each is good once. */
export async function spendCode(
  tx: Transaction,
  { id, totpSecret }: { id: string; totpSecret: string | null },
  code: string,
): Promise<boolean> {
  // A secret that cannot be decrypted any more leaves the recovery codes.
  const step = totpSecret === null ? null : findTotpStep(totpSecret, code.replace(/\s/g, ''));
  return step === null ? spendRecoveryCode(tx, id, hashRecoveryCode(id, code)) : spendTotpStep(tx, id, step);
}
