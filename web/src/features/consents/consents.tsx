import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../queries/profile.ts';
import { useLoaded } from '../../ui/dialogs/use-loaded.ts';

const load = () => import('./consents-dialog.tsx').then(({ ConsentsDialog }) => ConsentsDialog);

/** Hardly ever wanted, so the dialog's code comes with the first text that changed; if it fails, at the next visit. */
export function Consents() {
  const { data: profile } = useQuery(profileQuery());
  const isWanted = profile !== undefined && profile.pendingConsents.length > 0;
  const Loaded = useLoaded(isWanted, load, () => undefined);
  return Loaded && profile && <Loaded profile={profile} />;
}
