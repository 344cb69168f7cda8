import type { Profile } from '@kazna/contract/cabinet/profile';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { statusOf } from '../api/request.ts';
import { profileQuery } from '../queries/profile.ts';
import { switchOrganization } from '../session/refresh.ts';

/** A refusal refetches the profile only if it is older than this. */
const freshMs = 1000;

/** Switches to another organization when the active one is gone: left, closed, or access removed. */
export function useLostOrganization(profile: Profile | undefined, profileReadAt: number): void {
  const queryClient = useQueryClient();
  const isLost = profile !== undefined && profile.activeOrganizationId === null && profile.memberships.length > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: tried again when the profile was read again
  useEffect(() => {
    // A refused switch is retried after the next profile refetch.
    if (isLost) switchOrganization().catch(() => undefined);
  }, [isLost, profileReadAt]);

  useEffect(
    () =>
      queryClient.getQueryCache().subscribe(({ type, query }) => {
        if (type !== 'updated' || query.queryKey[0] === 'profile') return;
        const status = statusOf(query.state.error);
        if (status !== 403 && status !== 404) return;
        const { dataUpdatedAt = 0, fetchStatus } = queryClient.getQueryState(profileQuery().queryKey) ?? {};
        if (fetchStatus === 'idle' && Date.now() - dataUpdatedAt > freshMs) {
          void queryClient.invalidateQueries(profileQuery());
        }
      }),
    [queryClient],
  );
}
