import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { NotFoundView } from '../navigation/views/not-found-view.tsx';
import { PendingView } from '../navigation/views/pending-view.tsx';
import { profileQuery } from '../queries/profile.ts';
import { switchOrganization } from '../session/refresh.ts';
import { QueryFailure } from '../ui/page.tsx';

interface OrganizationOfPageProps {
  /** The organization that the URL names. Give it as the key too: each one begins anew. */
  id: string;
  to: '/organization/$id' | '/dashboard/$id';
  children: ReactNode;
}

/**
 * Shows a page of an organization once the session is switched to it. The session follows the URL when the page is
 * opened, and only then: after that the page follows the session, or two tabs would pull it to and fro for ever.
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
      // Unless the person is on their way to another page already.
      const isStaying = router.state.location.pathname.includes(id);
      if (activeId && isStaying) void router.navigate({ to, params: { id: activeId }, search: true, replace: true });
    } else if (isMine) {
      follow();
    } else if (!hasAskedAgain) {
      // The invitation may have been accepted a moment ago, elsewhere.
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
