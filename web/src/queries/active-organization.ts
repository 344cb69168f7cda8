import { type OrganizationPermission, organizationRoleCan } from '@kazna/contract/shared/permissions';
import { useQuery } from '@tanstack/react-query';
import { activeMembership } from './active-membership.ts';
import { profileQuery } from './profile.ts';

interface ActiveOrganization {
  /** Undefined while the profile is loading. */
  id: string | undefined;
  can: (permission: OrganizationPermission) => boolean;
  /** The profile's time zone; the browser's if the profile failed; undefined while loading. */
  timezone: string | undefined;
}

export function useActiveOrganization(): ActiveOrganization {
  const { data: profile, isError } = useQuery(profileQuery());
  const active = activeMembership(profile);
  const browserTimezone = isError ? Intl.DateTimeFormat().resolvedOptions().timeZone : undefined;
  return {
    id: active?.organizationId,
    can: (permission) => active !== undefined && organizationRoleCan(active.role, permission),
    timezone: profile?.timezone ?? browserTimezone,
  };
}
