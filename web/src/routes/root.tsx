import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
  useMatches,
  useRouter,
  useRouterState,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { HasMain } from '../navigation/views.tsx';
import { requireSession } from '../session/guards.ts';
import { isAuthorized } from '../session/tokens.ts';
import { setPaletteOpen, usePaletteOpen } from '../shell/palette-opening.ts';
import { useLoaded } from '../ui/dialogs/use-dialog.ts';

/** Lazy, so that visitors never load the shell. */
const Shell = lazyRouteComponent(() => import('../shell/shell.tsx'), 'Shell');

const LandingPage = lazyRouteComponent(() => import('../features/home/landing-page.tsx'), 'LandingPage');
const StartPage = lazyRouteComponent(() => import('../features/home/start-page.tsx'), 'StartPage');

export const rootRoute = createRootRoute({
  beforeLoad: () => ({ isAuthorized: isAuthorized() }),
  component: Root,
});

/** Two lazy pages at one URL: landing for visitors, start page for the signed in. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: { title: 'Главная' },
  loader: async ({ context, location }) => {
    const isFirst = location.state.hasJustSignedIn === true;
    if (context.isAuthorized) await Promise.all([loadFrame(), StartPage.preload?.(), isFirst && leadStaffToDesk()]);
    else await LandingPage.preload?.();
  },
  component: HomePage,
});

export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: '_protected',
  beforeLoad: requireSession,
  loader: loadFrame,
});

/** Not found for everybody but staff. */
export const staffRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin',
  beforeLoad: async () => {
    // Imported lazily: guards are part of the code that every page loads.
    const { profileQuery } = await import('../queries/profile.ts');
    const { queryClient } = await import('../api/query-client.ts');
    const profile = await queryClient.ensureQueryData(profileQuery());
    if (!profile.operatorRole) throw notFound();
  },
  component: page(
    () => import('../console/staff-door.tsx'),
    ({ StaffDoor }) => (
      <StaffDoor>
        <Outlet />
      </StaffDoor>
    ),
  ),
});

/** A failed profile is left to the page, which shows the failure. */
async function leadStaffToDesk(): Promise<void> {
  const { profileQuery } = await import('../queries/profile.ts');
  const { queryClient } = await import('../api/query-client.ts');
  const profile = await queryClient.ensureQueryData(profileQuery()).catch(() => null);
  if (profile?.operatorRole) throw redirect({ to: '/admin', replace: true });
}

/** Loads a page on demand. `show` renders it with what it takes from the URL. `load` is read by the build. */
export function page<Module>(load: () => Promise<Module>, show: (module: Module) => ReactNode) {
  return Object.assign(
    lazyRouteComponent(() => load().then((module) => ({ default: () => show(module) }))),
    { load },
  );
}

/** The shell is here, not in the protected layout, so that the start page shares it. */
function Root() {
  const isSignedIn = rootRoute.useRouteContext({ select: (context) => context.isAuthorized });
  const isAlone = useMatches({ select: (matches) => matches.some(({ routeId }) => /^\/(auth$|pay\/)/.test(routeId)) });
  if (isAlone) {
    return (
      <HasMain value>
        <Outlet />
      </HasMain>
    );
  }
  if (!isSignedIn) return <Outlet />;
  return (
    <HasMain value>
      <Shell loadDesk={loadDesk}>
        <Outlet />
        <CreateOrganization />
        <Palette />
      </Shell>
    </HasMain>
  );
}

function HomePage() {
  return homeRoute.useRouteContext({ select: (context) => context.isAuthorized }) ? <StartPage /> : <LandingPage />;
}

const loadDesk = () => import('../console/desk-sections.tsx').then((file) => file.DeskSections);

const loadCreateOrganization = () =>
  import('../features/organizations/create-organization-dialog.tsx').then((file) => file.CreateOrganizationDialog);

function CreateOrganization() {
  const isWanted = useRouterState({ select: ({ location }) => location.state.isCreatingOrganization === true });
  const router = useRouter();
  const Loaded = useLoaded(isWanted, loadCreateOrganization, () => router.history.back());
  return Loaded && <Loaded />;
}

const loadPalette = () => import('../features/palette/command-palette.tsx').then((file) => file.CommandPalette);

function Palette() {
  const Loaded = useLoaded(usePaletteOpen(), loadPalette, () => setPaletteOpen(false));
  return Loaded && <Loaded />;
}

async function loadFrame(): Promise<void> {
  const firstData = import('../navigation/first-data.ts').then(({ fetchFirstData }) => fetchFirstData());
  await Promise.all([Shell.preload?.(), firstData]);
}
