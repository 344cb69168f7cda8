import { forgetActor } from '../audit/forget-actor.ts';
import { recordAction } from '../audit/record-action.ts';
import {
  closeDeserted,
  forgetPerson,
  listInvitedAddresses,
  lockOwnOrganizations,
} from '../organizations/forget-person/forget-person.ts';
import { forgetPayer } from '../payments/forget-payer/forget-payer.ts';
import { requireSamePassword } from '../people/accounts/confirm-password.ts';
import { forgetAccount, isStaffAdmin, listAddresses } from '../people/accounts/forget-account.ts';
import { deletedPersonName, placeholderOf } from '../people/accounts/placeholder.ts';
import type { Transaction } from '../platform/db/database.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import { forgetLetters } from '../platform/mail/development-mailbox/forget-letters.ts';
import { settleForClosing } from './settle-for-closing.ts';

export interface LeavingPerson {
  id: string;
  email: string;
  name: string;
  passwordHash: string;
}

/**
 * Forgets a person. Their id stays, since accounting and other people's records point at it; nothing else that tells
 * who they were does. Organizations of theirs alone are closed; one with other members must have another owner first.
 */
export async function deleteProfile(
  tx: Transaction,
  queue: Queue,
  person: LeavingPerson,
  address: string,
): Promise<void> {
  const { id: userId, email } = person;
  // Organizations first, then people: the lock order of whoever removes a member, leaves or closes one.
  const organizations = await lockOwnOrganizations(tx, userId);
  await requireSamePassword(tx, person);
  // Nobody takes the role off themselves, so there is always an admin left.
  if (await isStaffAdmin(tx, userId)) throw new Problem('still_admin');
  if (organizations.some(({ isLastOwner, hasOthers }) => isLastOwner && hasOthers)) throw new Problem('last_owner');
  for (const { organizationId, hasOthers } of organizations) {
    if (!hasOthers) {
      await settleForClosing(tx, organizationId);
      await closeDeserted(tx, organizationId);
    }
    const action = hasOthers ? 'member.left' : 'organization.closed';
    await recordAction(tx, { userId, address }, { organizationId, action });
  }
  await forgetEverywhere(tx, person);
  await queue.forget(tx, { email });
  await queue.forget(tx, { userId });
}

/** What others' records and the law need stays, without names and addresses, former ones too. */
async function forgetEverywhere(tx: Transaction, { id: userId, email, name }: LeavingPerson): Promise<void> {
  const own = await listAddresses(tx, { id: userId, email });
  await forgetLetters(tx, { own, others: await listInvitedAddresses(tx, userId), name });
  await forgetPerson(tx, { userId, email, placeholder: placeholderOf(userId) });
  await forgetPayer(tx, userId, deletedPersonName);
  await forgetActor(tx, userId);
  await forgetAccount(tx, userId);
}
