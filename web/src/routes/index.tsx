import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadFrame } from '../navigation/load-frame.ts';

const LandingPage = lazyRouteComponent(() => import('../features/home/landing-page.tsx'), 'LandingPage');
const StartPage = lazyRouteComponent(() => import('../features/home/start-page.tsx'), 'StartPage');

/** Two lazy pages at one URL: landing for visitors, start page for the signed in. */
export const Route = createFileRoute('/')({
  staticData: { title: 'Главная' },
  loader: async ({ context }) => {
    if (context.isAuthorized) await Promise.all([loadFrame(), StartPage.preload?.()]);
    else await LandingPage.preload?.();
  },
  component: HomePage,
});

function HomePage() {
  return Route.useRouteContext({ select: (context) => context.isAuthorized }) ? <StartPage /> : <LandingPage />;
}
