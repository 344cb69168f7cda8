import type { Profile } from '@kazna/contract/cabinet/profile';
import { quoted } from '@kazna/contract/shared/quoted';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { activeMembership } from '../queries/active-membership.ts';
import { showToast } from '../ui/feedback/toasts.tsx';

interface Known {
  userId: string;
  organizationId: string | null;
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
    known.current = { userId: profile.id, organizationId: active?.organizationId ?? null };
    if (!active || !before || before.userId !== profile.id || before.organizationId === active.organizationId) return;

    const isLost = !profile.memberships.some(({ organizationId }) => organizationId === before.organizationId);
    showToast({
      kind: 'info',
      message: `Вы работаете от имени ${quoted(active.name)}`,
      ...(isLost && { detail: 'Прежняя организация вам больше недоступна.' }),
    });
    // The compiler gives up on the union of all routes' matches.
    const matches = router.state.matches as { routeId: string }[];
    if (matches.some(({ routeId }) => pagesOfPayment.includes(routeId))) {
      void router.navigate({ to: '/payments', replace: true });
    }
  }, [profile, router]);
}
