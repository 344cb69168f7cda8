import { recordAction } from '../audit/record-action.ts';
import { settleForClosing } from '../organizations/settle-for-closing.ts';
import { requireSamePassword } from '../people/accounts/confirm-password.ts';
import { forgetAccount } from '../people/accounts/forget-account.ts';
import type { Transaction } from '../platform/db/database.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import * as store from './store.ts';

/**
 * Forgets a person. Their id stays, since accounting and other people's records point at it; nothing else that tells
 * who they were does. Organizations of theirs alone are closed; one with other members must have another owner first.
 */
export async function deleteProfile(
  tx: Transaction,
  queue: Queue,
  user: { id: string; email: string; name: string; passwordHash: string },
  address: string,
): Promise<void> {
  const { id: userId, email } = user;
  // Organizations first, then people: the order of whoever removes a member, leaves or closes one.
  await store.lockOrganizationsOf(tx, userId);
  await requireSamePassword(tx, user);
  // Nobody takes the role off themselves, so there is always an admin left.
  if (await store.isAdmin(tx, userId)) throw new Problem('still_admin');
  const organizations = await store.selectOrganizationsOf(tx, userId);
  if (organizations.some(({ isLastOwner, hasOthers }) => isLastOwner && hasOthers)) throw new Problem('last_owner');
  for (const { organizationId, hasOthers } of organizations) {
    if (!hasOthers) {
      await settleForClosing(tx, organizationId);
      await store.closeOrganization(tx, organizationId);
    }
    const action = hasOthers ? 'member.left' : 'organization.closed';
    await recordAction(tx, { userId, address }, { organizationId, action });
  }
  await store.anonymisePersonalOrganizations(tx, userId);
  await store.deleteMemberships(tx, userId);
  await store.deleteLetters(tx, user);
  await store.anonymiseRecords(tx, userId, email);
  await forgetAccount(tx, userId);
  await queue.forget(tx, { email });
  await queue.forget(tx, { userId });
}
