import { forgetActor } from '../audit/forget-actor.ts';
import { recordAction } from '../audit/record-action.ts';
import { anonymizeReturns } from '../documents/bank-returns/bank-returns-store.ts';
import {
  closeDeserted,
  forgetPerson,
  listInvitedAddresses,
  lockOwnOrganizations,
} from '../organizations/forget-person/forget-person.ts';
import { forgetPayer } from '../payments/forget-payer/forget-payer.ts';
import { dropCards } from '../payments/saved-methods/remove-card.ts';
import { requireUnchangedPassword } from '../people/accounts/confirm-password.ts';
import { placeholderEmail } from '../people/accounts/deleted-person.ts';
import { forgetAccount, isStaffAdmin, listAddresses } from '../people/accounts/forget-account.ts';
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

/** The id stays, because accounting refers to it. An organization with members must have another owner. */
export async function deleteProfile(
  tx: Transaction,
  queue: Queue,
  person: LeavingPerson,
  address: string,
): Promise<void> {
  const { id: userId, email } = person;
  // Lock order: organizations, then people, as in removing a member, leaving and closing.
  const organizations = await lockOwnOrganizations(tx, userId);
  await requireUnchangedPassword(tx, person);
  // Admins cannot remove their own role, so one is always left.
  if (await isStaffAdmin(tx, userId)) throw new Problem('account_is_admin');
  if (organizations.some(({ isLastOwner, hasOthers }) => isLastOwner && hasOthers)) throw new Problem('last_owner');
  for (const { organizationId, hasOthers } of organizations) {
    if (!hasOthers) {
      await settleForClosing(tx, organizationId);
      await closeDeserted(tx, organizationId);
    }
    const action = hasOthers ? 'member.left' : 'organization.closed';
    await recordAction(tx, { id: userId, address }, { organizationId, action });
  }
  await forgetEverywhere(tx, person);
  await queue.deleteJobs(tx, { email, userId });
}

/** Records that others and the law need stay, without names and addresses. */
async function forgetEverywhere(tx: Transaction, { id: userId, email, name }: LeavingPerson): Promise<void> {
  const own = await listAddresses(tx, { id: userId, email });
  await forgetLetters(tx, { own, others: await listInvitedAddresses(tx, userId), name });
  await forgetPerson(tx, { userId, email, placeholder: placeholderEmail(userId) });
  await dropCards(tx, { personId: userId });
  await forgetPayer(tx, userId);
  await anonymizeReturns(tx, userId);
  await forgetActor(tx, userId);
  await forgetAccount(tx, userId);
}
