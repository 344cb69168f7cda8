import { useQuery } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { profileQuery } from '../../queries/profile.ts';

const ConsentsDialog = lazyRouteComponent(() => import('./consents-dialog.tsx'), 'ConsentsDialog');

/** Hardly ever wanted, so the dialog's code comes with the first text that changed. */
export function Consents() {
  const { data: profile } = useQuery(profileQuery());
  const isWanted = profile !== undefined && profile.pendingConsents.length > 0;
  return <Suspense>{isWanted && <ConsentsDialog profile={profile} />}</Suspense>;
}
