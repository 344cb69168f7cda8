import type { StaffRole } from '@kazna/contract/shared/permissions';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { accountEmail } from '../account-emails.ts';
import { countAdmins, lockAdmins } from './admins-store.ts';
import { deletePasskeys } from './passkeys/passkeys-store.ts';
import { endSessionsBut, endViewsBy, resetSecondFactors } from './sessions/sessions-store.ts';
import { lockUser, setStaffRole, setStatus, switchSecondFactorOff, type User } from './store.ts';

export async function setAccountStatus(tx: Transaction, userId: string, status: 'active' | 'blocked'): Promise<void> {
  const user = await lockAccount(tx, userId);
  if (status === 'blocked') await requireAnotherAdmin(tx, user);
  await setStatus(tx, userId, status);
  if (status === 'blocked') await endSessionsBut(tx, userId);
}

export async function grantStaffRole(tx: Transaction, userId: string, role: StaffRole | null): Promise<void> {
  const user = await lockAccount(tx, userId);
  if (role !== 'admin') await requireAnotherAdmin(tx, user);
  await setStaffRole(tx, userId, role);
  // A role given again must not bring back what was being viewed.
  if (role === null) await endViewsBy(tx, userId);
  announce(tx, { userId }, 'memberships');
}

export async function endAccountSessions(tx: Transaction, userId: string): Promise<void> {
  await lockAccount(tx, userId);
  await endSessionsBut(tx, userId);
}

/** Passkeys as well: a lost one would keep staff out. Returns false when there was nothing to remove. */
export async function disableSecondFactorOf(tx: Transaction, queue: Queue, userId: string): Promise<boolean> {
  const { email } = await lockAccount(tx, userId);
  const hadCode = await switchSecondFactorOff(tx, userId);
  const hadPasskeys = await deletePasskeys(tx, userId);
  const wasOn = hadCode || hadPasskeys;
  await resetSecondFactors(tx, userId);
  if (wasOn) await queue.enqueue(tx, accountEmail, { kind: 'second_factor_off_by_staff', userId, email });
  return wasOn;
}

/** The lock on admins comes first: two admins who demote each other at once leave one. */
export async function lockAccount(tx: Transaction, userId: string): Promise<User> {
  await lockAdmins(tx);
  const user = await lockUser(tx, userId);
  if (!user) throw new Problem('not_found');
  return user;
}

async function requireAnotherAdmin(tx: Transaction, { operatorRole, status }: User): Promise<void> {
  const isAdmin = operatorRole === 'admin' && status === 'active';
  if (isAdmin && (await countAdmins(tx)) === 1) throw new Problem('last_admin');
}
