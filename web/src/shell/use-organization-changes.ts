import type { Profile } from '@kazna/contract/cabinet/profile';
import { quoted } from '@kazna/contract/shared/quoted';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { statusOf } from '../api/request.ts';
import { focusHeadingIfLost } from '../navigation/focus-heading.ts';
import { activeMembership, profileQuery } from '../queries/profile.ts';
import { switchOrganization } from '../session/refresh.ts';
import { showToast } from '../ui/feedback/toasts.tsx';

interface Known {
  userId: string;
  organizationId: string | null;
  /** When the organization above was entered. */
  memberships: Profile['memberships'];
}

/** Pages of a payment, which another organization cannot see. */
const pagesOfPayment = ['/_protected/payments/$id', '/_protected/payments/success', '/_protected/payments/error'];

/** Shows a toast when any tab switches the organization, and leaves pages of the previous one. */
export function useOrganizationChanges(profile: Profile | undefined): void {
  const known = useRef<Known>(undefined);
  const router = useRouter();

  useEffect(() => {
    if (!profile) return;
    const before = known.current;
    const active = activeMembership(profile);
    if (!active && profile.memberships.length > 0 && before?.userId === profile.id) return;
    const organizationId = active?.organizationId ?? null;
    if (before?.userId === profile.id && before.organizationId === organizationId) return;
    const { id: userId, memberships } = profile;
    known.current = { userId, organizationId, memberships };
    if (!active || before?.userId !== userId) return;

    const has = (among: Profile['memberships'], id: string | null) => among.some((one) => one.organizationId === id);
    const isCreated = active.role === 'owner' && !has(before.memberships, organizationId);
    showToast({
      kind: 'info',
      message: isCreated
        ? `Организация ${quoted(active.name)} создана`
        : `Вы работаете от имени ${quoted(active.name)}`,
      ...(!has(memberships, before.organizationId) && { detail: 'Прежняя организация вам больше недоступна.' }),
    });
    focusHeadingIfLost();
    // The compiler gives up on the union of all routes' matches.
    const matches = router.state.matches as { routeId: string }[];
    if (matches.some(({ routeId }) => pagesOfPayment.includes(routeId))) {
      void router.navigate({ to: '/payments', replace: true });
    }
  }, [profile, router]);
}

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
