import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../queries/profile.ts';
import { useLoaded } from '../../ui/dialogs/use-dialog.ts';

const load = () => import('./consents-dialog.tsx').then(({ ConsentsDialog }) => ConsentsDialog);

/** Lazy: rarely needed. A failed load is retried at the next visit. */
export function Consents() {
  const { data: profile } = useQuery(profileQuery());
  const isWanted = profile !== undefined && profile.pendingConsents.length > 0;
  const Loaded = useLoaded(isWanted, load, () => undefined);
  return Loaded && profile && <Loaded profile={profile} />;
}
