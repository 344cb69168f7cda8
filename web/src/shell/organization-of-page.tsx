import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { NotFoundView, PendingView } from '../navigation/views.tsx';
import { profileQuery } from '../queries/profile.ts';
import { switchOrganization } from '../session/refresh.ts';
import { QueryFailure } from '../ui/page.tsx';

interface OrganizationOfPageProps {
  /** The organization in the URL. Pass it as the key too, to reset the state. */
  id: string;
  to: '/organization/$id' | '/dashboard/$id';
  children: ReactNode;
}

/**
 * Renders an organization's page after switching the session to it. The session follows the URL only when the page is
 * opened; afterwards the page follows the session, otherwise two tabs would switch it back and forth forever.
 */
export function OrganizationOfPage({ id, to, children }: OrganizationOfPageProps) {
  const { data: profile, error, refetch } = useQuery(profileQuery());
  const router = useRouter();
  const isFollowing = useRef(false);
  const [hasAskedAgain, setHasAskedAgain] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();
  const activeId = profile?.activeOrganizationId;
  const isMine = profile?.memberships.some(({ organizationId }) => organizationId === id) ?? false;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal is retried by hand
  useEffect(() => {
    if (!profile || activeId === undefined) return;
    if (activeId === id) {
      isFollowing.current = true;
    } else if (isFollowing.current) {
      // Skipped while the person is navigating to another page.
      const isStaying = router.state.location.pathname.includes(id);
      if (activeId && isStaying) void router.navigate({ to, params: { id: activeId }, search: true, replace: true });
    } else if (isMine) {
      follow();
    } else if (!hasAskedAgain) {
      // The invitation may have just been accepted in another tab.
      void refetch().then(() => setHasAskedAgain(true));
    }
  }, [profile, activeId, isMine, hasAskedAgain]);

  function follow() {
    setRefusal(undefined);
    switchOrganization(id).then(() => {
      isFollowing.current = true;
    }, setRefusal);
  }

  if (activeId === id) return children;
  if (refusal) return <QueryFailure what="Организация не открылась" error={refusal} onRetry={follow} />;
  if (error && !profile) {
    return <QueryFailure what="Данные кабинета не загрузились" error={error} onRetry={() => void refetch()} />;
  }
  const isForeign = profile && !isMine && hasAskedAgain && !isFollowing.current;
  return isForeign ? <NotFoundView /> : <PendingView />;
}
