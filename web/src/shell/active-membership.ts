import type { Membership, Profile } from '@kazna/contract/cabinet/profile';
import { roleNames } from '@kazna/contract/shared/permissions';
import { kindNames } from '../parts/organization-kind.tsx';

/** The organization that the session is switched to. */
export function activeMembership(profile: Profile | undefined): Membership | undefined {
  return profile?.memberships.find(({ organizationId }) => organizationId === profile.activeOrganizationId);
}

/** What tells an organization from others besides its name, without saying a word twice: «Компания · владелец». */
export function aboutMembership({ name, kind, role }: Membership): string[] {
  return name === kindNames[kind] ? [roleNames[role]] : [kindNames[kind], roleNames[role].toLowerCase()];
}
