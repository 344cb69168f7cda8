import type { Profile } from '@kazna/contract/profile';

/** The organization that the session is switched to. */
export function activeMembership(profile: Profile | undefined): Profile['memberships'][number] | undefined {
  return profile?.memberships.find(({ organizationId }) => organizationId === profile.activeOrganizationId);
}
