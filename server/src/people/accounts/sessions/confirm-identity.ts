import type { confirmIdentity as contract } from '@kazna/contract/cabinet/confirmation';
import type { z } from 'zod/mini';
import type { Database, Queries } from '../../../platform/db/database.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { fieldProblem, Problem } from '../../../platform/http/problem.ts';
import { decryptSecret } from '../../../platform/secrets.ts';
import { countAttempt } from '../../../platform/throttling/throttle.ts';
import { confirmPassword } from '../change-password.ts';
import { spendCode } from '../credentials.ts';
import { selectCredentials } from '../passkeys/passkeys-store.ts';
import { type RelyingParty, verifyAssertion } from '../passkeys/verify-passkey.ts';
import { codesInSession } from '../second-factor.ts';
import { getUser } from '../store.ts';
import type { SessionKeys } from './session-keys-store.ts';
import { hasFreshConfirmation, updateIdentityConfirmed, updateSecondFactorProved } from './sessions-store.ts';

interface ConfirmingSession {
  userId: string;
  sessionId: string;
}

/** Without a passkey, asks for the code where there is a second factor: a password alone does not sign in there either. */
export async function confirmIdentity(
  { db, keys, relyingParty }: { db: Database; keys: SessionKeys; relyingParty: RelyingParty },
  { userId, sessionId }: ConfirmingSession,
  { currentPassword, code, passkey }: z.output<(typeof contract)['body']>,
): Promise<void> {
  if (passkey) {
    const context = { db, key: keys.passkeys, relyingParty };
    const { userId: ownerId, noteUse } = await verifyAssertion(context, { purpose: 'confirm', sessionId }, passkey);
    if (ownerId !== userId) throw new Problem('passkey_unknown');
    await db.transaction(async (tx) => {
      await noteUse(tx);
      await updateIdentityConfirmed(tx, sessionId);
      await updateSecondFactorProved(tx, sessionId);
    });
    return;
  }
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
    await updateSecondFactorProved(tx, sessionId);
  });
  await attempt.reset();
}

/**
 * For staff who have a passkey or a code: a session that has proved neither must not add or remove a second factor, or
 * a reader of the mailbox could reset the password and make one of their own.
 */
export async function requireOwnSecondFactor(
  db: Queries,
  { userId, operatorRole, hasSecondFactor }: Caller,
): Promise<void> {
  if (!operatorRole || hasSecondFactor) return;
  const hasCode = (await getUser(db, userId)).totpSecret !== null;
  if (hasCode || (await selectCredentials(db, userId)).length > 0) throw new Problem('second_factor_required');
}

/** For what gives power or redirects money: a stolen access token alone must not do it. */
export async function requireConfirmation(db: Queries, { sessionId }: { sessionId: string }): Promise<void> {
  if (!(await hasFreshConfirmation(db, sessionId))) throw new Problem('confirmation_required');
}
