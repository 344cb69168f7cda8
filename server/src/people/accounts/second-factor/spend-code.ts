import type { Transaction } from '../../../platform/db/database.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { spendRecoveryCode, spendTotpStep } from './store.ts';
import { findTotpStep } from './totp.ts';

/** Accepts a TOTP code or a recovery code. Each is valid once. */
export async function spendCode(
  tx: Transaction,
  { id, totpSecret }: { id: string; totpSecret: string | null },
  code: string,
): Promise<boolean> {
  // Recovery codes still work when the secret cannot be decrypted.
  const step = totpSecret === null ? null : findTotpStep(totpSecret, code.replace(/\s/g, ''));
  return step === null ? spendRecoveryCode(tx, id, hashRecoveryCode(id, code)) : spendTotpStep(tx, id, step);
}
