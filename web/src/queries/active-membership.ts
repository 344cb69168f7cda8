import type { Membership, Profile } from '@kazna/contract/cabinet/profile';

export function activeMembership(profile: Profile | undefined): Membership | undefined {
  return profile?.memberships.find(({ organizationId }) => organizationId === profile.activeOrganizationId);
}
