import type { confirmIdentity as contract } from '@kazna/contract/cabinet/confirmation';
import type { z } from 'zod/mini';
import type { Database, Queries } from '../../../platform/db/database.ts';
import { fieldProblem, Problem } from '../../../platform/http/problem.ts';
import { decryptSecret } from '../../../platform/secrets.ts';
import { countAttempt } from '../../../platform/throttling/throttle.ts';
import { confirmPassword } from '../change-password.ts';
import { spendCode } from '../credentials.ts';
import { codesInSession } from '../second-factor.ts';
import { getUser } from '../store.ts';
import type { SessionKeys } from './session-keys-store.ts';
import { hasFreshConfirmation, updateIdentityConfirmed } from './sessions-store.ts';

interface ConfirmingSession {
  userId: string;
  sessionId: string;
}

/** Asks for the code where there is a second factor, since a password alone does not sign in there either. */
export async function confirmIdentity(
  { db, keys }: { db: Database; keys: SessionKeys },
  { userId, sessionId }: ConfirmingSession,
  { currentPassword, code }: z.output<(typeof contract)['body']>,
): Promise<void> {
  const { totpSecret } = await getUser(db, userId);
  if (totpSecret === null) {
    if (currentPassword === undefined) throw fieldProblem('currentPassword', 'Введите пароль');
    await confirmPassword(db, userId, currentPassword);
    await updateIdentityConfirmed(db, sessionId);
    return;
  }
  if (code === undefined) throw new Problem('totp_required');
  const attempt = await countAttempt(db, codesInSession, userId);
  await db.transaction(async (tx) => {
    const secret = decryptSecret(keys.secondFactor, userId, totpSecret);
    if (!(await spendCode(tx, { id: userId, totpSecret: secret }, code))) throw new Problem('wrong_code');
    await updateIdentityConfirmed(tx, sessionId);
  });
  await attempt.reset();
}

/** For what gives power or redirects money: a stolen access token alone must not do it. */
export async function requireConfirmation(db: Queries, { sessionId }: { sessionId: string }): Promise<void> {
  if (!(await hasFreshConfirmation(db, sessionId))) throw new Problem('confirmation_required');
}
