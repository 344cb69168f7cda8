import type { signInForm } from '@kazna/contract/accounts';
import type { TokenPair } from '@kazna/contract/fields';
import type { z } from 'zod/mini';
import type { Database } from '../db/database.ts';
import type { Origin } from '../http/api.ts';
import { Problem } from '../http/problem.ts';
import type { Queue } from '../jobs/queue.ts';
import { countAttempt, networkOf } from '../throttling/throttle.ts';
import { accountNews } from './jobs.ts';
import { signInFromAddress, signInOfAccount } from './limits.ts';
import { decoyHash, verifyPassword } from './passwords.ts';
import { openSession } from './sessions/open-session.ts';
import type { SessionKeys } from './sessions/session-keys.ts';
import { findUserByEmail } from './store.ts';

export interface SignInContext {
  db: Database;
  queue: Queue;
  keys: SessionKeys;
}

export async function signIn(
  { db, queue, keys }: SignInContext,
  { email, password }: z.output<typeof signInForm>,
  origin: Origin,
): Promise<TokenPair> {
  const network = networkOf(origin.address);
  const ofAccount = await countAttempt(db, signInOfAccount, email, network);
  const fromAddress = await countAttempt(db, signInFromAddress, network);
  const user = await findUserByEmail(db, email);
  const isRight = await verifyPassword(user?.passwordHash ?? (await decoyHash), password);
  if (!user || !isRight) throw new Problem('invalid_credentials');
  await ofAccount.forgive();
  await fromAddress.takeBack();
  if (user.status === 'blocked') throw new Problem('account_blocked');
  if (!user.emailVerifiedAt) throw new Problem('email_not_verified');
  return db.transaction(async (tx) => {
    const { tokens, device, isUnknownDevice } = await openSession(tx, keys, user.id, origin);
    if (isUnknownDevice) {
      const at = new Date().toLocaleString('ru-RU', {
        timeZone: 'Europe/Moscow',
        dateStyle: 'long',
        timeStyle: 'short',
      });
      const { address } = origin;
      await queue.enqueue(tx, accountNews, { kind: 'signed_in_elsewhere', email, device, address, at: `${at} (МСК)` });
    }
    return tokens;
  });
}
