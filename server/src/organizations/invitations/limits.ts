import type { Queries } from '../../platform/db/database.ts';
import { type Limit, throttle } from '../../platform/throttling/throttle.ts';

const hour = 60 * 60;
const day = 24 * hour;

/** Rate limit of invitations by one organization. */
const invitationsOfOrganization: Limit = { name: 'invitations', hits: 100, windowSeconds: hour };
/** And by one person, however many organizations they open. */
const invitationsOfPerson: Limit = { name: 'invitations-inviter', hits: 100, windowSeconds: hour };
/** Letters of one person to one address, repeated ones included. */
const invitationsToAddress: Limit = { name: 'invitations-address', hits: 5, windowSeconds: day };
/**
 * Letters of all people to one address. Above the limit the invitation stays valid without a letter: a refusal would
 * let strangers keep a person from being invited.
 */
export const lettersToAddress: Limit = { name: 'invitation-letters', hits: 10, windowSeconds: day };

export async function throttleInvitations(
  db: Queries,
  { organizationId, inviterId, email }: { organizationId: string; inviterId: string; email: string },
): Promise<void> {
  await throttle(db, invitationsOfOrganization, organizationId);
  await throttle(db, invitationsOfPerson, inviterId);
  await throttle(db, invitationsToAddress, inviterId, email);
}
