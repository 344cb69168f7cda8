import type { Queries } from '../../platform/db/database.ts';
import { type Limit, throttle } from '../../platform/throttling/throttle.ts';

const hour = 60 * 60;
const day = 24 * hour;

/** An organization cannot be used to send letters to half the world. */
const invitationsOfOrganization: Limit = { name: 'invitations', hits: 100, windowSeconds: hour };
/** Nor can a person, however many organizations they open. */
const invitationsOfPerson: Limit = { name: 'invitations-inviter', hits: 100, windowSeconds: hour };
/** Nobody is pestered by one person, repeated letters included. */
const invitationsToAddress: Limit = { name: 'invitations-address', hits: 5, windowSeconds: day };
/**
 * Letters to one address, whoever sends them. Beyond that the invitation stands and only its letter is left out: a
 * refusal would let strangers keep a person from being invited.
 */
export const lettersToAddress: Limit = { name: 'invitation-letters', hits: 10, windowSeconds: day };

/** Counts one more letter; throws when it is one too many. */
export async function throttleInvitations(
  db: Queries,
  { organizationId, inviterId, email }: { organizationId: string; inviterId: string; email: string },
): Promise<void> {
  await throttle(db, invitationsOfOrganization, organizationId);
  await throttle(db, invitationsOfPerson, inviterId);
  await throttle(db, invitationsToAddress, inviterId, email);
}
