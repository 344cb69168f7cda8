import {
  createRootRoute,
  lazyRouteComponent,
  Outlet,
  useMatches,
  useRouter,
  useRouterState,
} from '@tanstack/react-router';
import { Suspense } from 'react';
import { HasMain } from '../navigation/views/landmark.tsx';
import { isAuthorized } from '../session/session.ts';
import { Shell } from '../shell/lazy-shell.ts';
import { setPaletteOpen, usePaletteOpen } from '../shell/palette-opening.ts';
import { useLoaded } from '../ui/dialogs/use-loaded.ts';

const loadCreateOrganization = () =>
  import('../features/organizations/create-organization-dialog.tsx').then((file) => file.CreateOrganizationDialog);

const loadPalette = () => import('../features/palette/command-palette.tsx').then((file) => file.CommandPalette);

const Consents = lazyRouteComponent(() => import('../features/consents/consents.tsx'), 'Consents');

export const Route = createRootRoute({
  beforeLoad: () => ({ isAuthorized: isAuthorized() }),
  component: Root,
});

/** The shell is here, not in the protected layout, so that the start page shares it. */
function Root() {
  const isSignedIn = Route.useRouteContext({ select: (context) => context.isAuthorized });
  const isAuthPage = useMatches({ select: (matches) => matches.some((match) => match.routeId === '/auth') });
  if (isAuthPage) {
    return (
      <HasMain value>
        <Outlet />
      </HasMain>
    );
  }
  if (!isSignedIn) return <Outlet />;
  return (
    <HasMain value>
      <Shell>
        <Outlet />
        <CreateOrganization />
        <Palette />
        <Suspense>
          <Consents />
        </Suspense>
      </Shell>
    </HasMain>
  );
}

function CreateOrganization() {
  const isWanted = useRouterState({ select: ({ location }) => location.state.isCreatingOrganization === true });
  const router = useRouter();
  const Loaded = useLoaded(isWanted, loadCreateOrganization, () => router.history.back());
  return Loaded && <Loaded />;
}

function Palette() {
  const Loaded = useLoaded(usePaletteOpen(), loadPalette, () => setPaletteOpen(false));
  return Loaded && <Loaded />;
}
