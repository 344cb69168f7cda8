import { type OrganizationPermission, organizationRoleCan } from '@kazna/contract/shared/permissions';
import { useQuery } from '@tanstack/react-query';
import { profileQuery } from './profile.ts';

interface ActiveOrganization {
  /** Undefined while the person is not known yet. */
  id: string | undefined;
  can: (permission: OrganizationPermission) => boolean;
  /** The person's own; the browser's when the profile cannot be had; undefined while it is loading. */
  timezone: string | undefined;
}

export function useActiveOrganization(): ActiveOrganization {
  const { data: profile, isError } = useQuery(profileQuery());
  const active = profile?.memberships.find(({ organizationId }) => organizationId === profile.activeOrganizationId);
  const browserTimezone = isError ? Intl.DateTimeFormat().resolvedOptions().timeZone : undefined;
  return {
    id: active?.organizationId,
    can: (permission) => active !== undefined && organizationRoleCan(active.role, permission),
    timezone: profile?.timezone ?? browserTimezone,
  };
}
