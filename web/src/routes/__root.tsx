import { createRootRoute, lazyRouteComponent, Outlet, useMatches, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { isAuthorized } from '../session/session.ts';
import { Shell } from '../shell/lazy-shell.ts';
import { usePaletteOpen } from '../shell/palette-opening.ts';
import { HasMain } from '../views/landmark.tsx';

const CreateOrganizationDialog = lazyRouteComponent(
  () => import('../features/organizations/create-organization-dialog.tsx'),
  'CreateOrganizationDialog',
);

const CommandPalette = lazyRouteComponent(() => import('../features/palette/command-palette.tsx'), 'CommandPalette');

const Consents = lazyRouteComponent(() => import('../features/consents/consents.tsx'), 'Consents');

export const Route = createRootRoute({
  beforeLoad: () => ({ isAuthorized: isAuthorized() }),
  component: Root,
});

/** The shell stands here, not in the protected layout, so that the start page and the rest share one. */
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

/** Its code is loaded when it is first asked for; then it stays, to close as smoothly as it opened. */
function CreateOrganization() {
  const isWanted = useRouterState({ select: ({ location }) => location.state.isCreatingOrganization === true });
  return <Suspense>{useOnceTrue(isWanted) && <CreateOrganizationDialog />}</Suspense>;
}

function Palette() {
  return <Suspense>{useOnceTrue(usePaletteOpen()) && <CommandPalette />}</Suspense>;
}

function useOnceTrue(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue);
  useEffect(() => {
    if (isTrue) setWasTrue(true);
  }, [isTrue]);
  return wasTrue;
}
