import type { changePasswordForm } from '@kazna/contract/cabinet/profile';
import type { z } from 'zod/mini';
import type { Database } from '../../platform/db/database.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { confirmPassword, withUnchangedPassword } from './confirm-password.ts';
import { hashPassword } from './passwords.ts';
import { setPassword } from './set-password.ts';
import { rejectCommonPassword } from './sign-up.ts';

/** Ends all sessions but the current one. */
export async function changePassword(
  { db, queue }: { db: Database; queue: Queue },
  { userId, sessionId }: { userId: string; sessionId: string },
  { currentPassword, newPassword }: z.output<typeof changePasswordForm>,
): Promise<void> {
  rejectCommonPassword(newPassword, 'newPassword');
  const user = await confirmPassword(db, userId, currentPassword);
  const passwordHash = await hashPassword(newPassword);
  await withUnchangedPassword(db, user, (tx) =>
    setPassword(tx, queue, user, { passwordHash, keptSessionId: sessionId }),
  );
}
