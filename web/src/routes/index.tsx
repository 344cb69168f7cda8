import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Shell } from '../shell/lazy-shell.ts';

const LandingPage = lazyRouteComponent(() => import('../features/home/landing-page.tsx'), 'LandingPage');
const StartPage = lazyRouteComponent(() => import('../features/home/start-page.tsx'), 'StartPage');

/** Two lazy pages at one URL: landing for visitors, start page for the signed in. */
export const Route = createFileRoute('/')({
  staticData: { title: 'Главная' },
  loader: async ({ context }) => {
    const parts = context.isAuthorized ? [Shell, StartPage] : [LandingPage];
    await Promise.all(parts.map((part) => part.preload?.()));
  },
  component: HomePage,
});

function HomePage() {
  return Route.useRouteContext({ select: (context) => context.isAuthorized }) ? <StartPage /> : <LandingPage />;
}
