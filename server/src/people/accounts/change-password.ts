import type { changePasswordForm } from '@kazna/contract/cabinet/profile';
import type { z } from 'zod/mini';
import type { Database } from '../../platform/db/database.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { confirmPassword, whilePasswordHolds } from './confirm-password.ts';
import { hashPassword } from './passwords.ts';
import { setPassword } from './set-password.ts';
import { refuseCommonPassword } from './sign-up.ts';

/** Sets a new password for whoever knows the old one. The session it is done in goes on. */
export async function changePassword(
  { db, queue }: { db: Database; queue: Queue },
  { userId, sessionId }: { userId: string; sessionId: string },
  { currentPassword, newPassword }: z.output<typeof changePasswordForm>,
): Promise<void> {
  refuseCommonPassword(newPassword, 'newPassword');
  const user = await confirmPassword(db, userId, currentPassword);
  const passwordHash = await hashPassword(newPassword);
  await whilePasswordHolds(db, user, (tx) => setPassword(tx, queue, user, { passwordHash, keptSessionId: sessionId }));
}
