import { anonymizeActor, recordAction } from '../audit/actions-store.ts';
import { deleteAddresses } from '../documents/accountant/addresses-store.ts';
import { anonymizeReturns } from '../documents/bank-returns/bank-returns-store.ts';
import { anonymizeMember } from '../organizations/change-members.ts';
import { revokeInvitationsOf } from '../organizations/invitations/manage-invitations.ts';
import { lockInvitationsOf, lockOwnOrganizations, selectInvitedAddresses } from '../organizations/members-store.ts';
import { closeWithoutMembers } from '../organizations/organization-status.ts';
import { anonymizePayer } from '../payments/closure-store.ts';
import { dropCards } from '../payments/saved-methods/change-cards.ts';
import { requireUnchangedPassword } from '../people/accounts/change-password.ts';
import { anonymizeAccount, isStaffAdmin, listAddresses, placeholderEmail } from '../people/accounts/personal-data.ts';
import type { Transaction } from '../platform/db/database.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import { deleteLettersOf } from '../platform/mail/mailbox-store.ts';
import { releaseRequestsOf } from '../support/answer-request.ts';
import { deleteFilesOf } from '../support/files-store.ts';
import { anonymizeMessages } from '../support/messages-store.ts';
import { anonymizeRequests } from '../support/requests-store.ts';
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
  // Lock order: invitations, organizations, then people, as in removing a member, leaving and closing.
  await lockInvitationsOf(tx, { userId, email });
  const organizations = await lockOwnOrganizations(tx, userId);
  await releaseRequestsOf(tx, userId);
  await requireUnchangedPassword(tx, person);
  // Admins cannot remove their own role, so one is always left.
  if (await isStaffAdmin(tx, userId)) throw new Problem('account_is_admin');
  if (organizations.some(({ isLastOwner, hasOthers }) => isLastOwner && hasOthers)) throw new Problem('last_owner');
  await revokeInvitationsOf(tx, { id: userId, address }, { userId });
  for (const { organizationId, hasOthers } of organizations) {
    if (!hasOthers) {
      await settleForClosing(tx, organizationId);
      await closeWithoutMembers(tx, organizationId);
    }
    const action = hasOthers ? 'member.left' : 'organization.closed';
    await recordAction(tx, { id: userId, address }, { organizationId, action });
  }
  await anonymizeEverywhere(tx, person);
  await queue.deleteJobs(tx, { email, userId });
}

/** Records that others and the law need stay, without names and addresses. */
async function anonymizeEverywhere(tx: Transaction, { id: userId, email, name }: LeavingPerson): Promise<void> {
  const own = await listAddresses(tx, { id: userId, email });
  await deleteLettersOf(tx, { own, others: await selectInvitedAddresses(tx, userId), name });
  await anonymizeMember(tx, { userId, email, placeholder: placeholderEmail(userId) });
  await dropCards(tx, { personId: userId });
  await anonymizePayer(tx, userId);
  await anonymizeReturns(tx, userId);
  await deleteAddresses(tx, own);
  await anonymizeRequests(tx, userId);
  await anonymizeMessages(tx, userId);
  await deleteFilesOf(tx, userId);
  await anonymizeActor(tx, userId);
  await anonymizeAccount(tx, userId);
}
