import { createRootRoute, Outlet, useMatches } from '@tanstack/react-router';
import { isAuthorized } from '../session/session.ts';
import { Shell } from '../shell/lazy-shell.ts';
import { HasMain } from '../views/landmark.tsx';

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
      </Shell>
    </HasMain>
  );
}
