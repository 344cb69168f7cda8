import { getProfile, type Membership, type Profile } from '@kazna/contract/cabinet/profile';
import { getReferrals } from '@kazna/contract/cabinet/referrals';
import { listSessions } from '@kazna/contract/cabinet/sessions';
import { type OrganizationPermission, organizationRoleCan } from '@kazna/contract/shared/permissions';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { keys } from './keys.ts';

export function profileQuery() {
  return queryOptions({ queryKey: keys.profile, queryFn: () => call(getProfile) });
}

export function referralLinkOf({ referralCode }: Pick<Profile, 'referralCode'>): string {
  return `${location.origin}/auth/?${new URLSearchParams({ mode: 'register', referrerCode: referralCode })}`;
}

export function activeMembership(profile: Profile | undefined): Membership | undefined {
  return profile?.memberships.find(({ organizationId }) => organizationId === profile.activeOrganizationId);
}

/** The person's time zone; undefined (the browser's) until the profile is loaded. */
export function useTimezone(): string | undefined {
  return useQuery(profileQuery()).data?.timezone;
}

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

export function referralsQuery() {
  return queryOptions({ queryKey: keys.referrals, queryFn: () => call(getReferrals) });
}

export function sessionsQuery() {
  return queryOptions({ queryKey: keys.sessions, queryFn: () => call(listSessions) });
}
