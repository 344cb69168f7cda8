import type { Membership, Profile } from '@kazna/contract/cabinet/profile';
import { roleNames } from '@kazna/contract/shared/permissions';
import { kindNames } from '../parts/organization-kind.tsx';

export function activeMembership(profile: Profile | undefined): Membership | undefined {
  return profile?.memberships.find(({ organizationId }) => organizationId === profile.activeOrganizationId);
}

/** Describes a membership without repeating its name: «Компания · владелец». */
export function aboutMembership({ name, kind, role }: Membership): string[] {
  return name === kindNames[kind] ? [roleNames[role]] : [kindNames[kind], roleNames[role].toLowerCase()];
}
