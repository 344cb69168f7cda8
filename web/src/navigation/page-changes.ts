import type { AnyRouteMatch } from '@tanstack/react-router';
import type { router as appRouter } from './router.tsx';

/** On navigation sets the document title and moves the focus to the heading, for screen readers. */
export function followPageChanges(router: typeof appRouter): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    document.title = titleOf(router.state.matches as AnyRouteMatch[]);
    if (fromLocation && pathChanged) focusHeading();
  });
}

function titleOf(matches: AnyRouteMatch[]): string {
  const isMissing = matches.some((match) => match.status === 'notFound' || match._notFound);
  const title = isMissing
    ? 'Страница не найдена'
    : matches.findLast((match) => match.staticData.title)?.staticData.title;
  return documentTitle(title, document.documentElement.dataset.business);
}

export function documentTitle(title: string | undefined, business = 'Казна'): string {
  return title ? `${title} — ${business}` : business;
}

/** Retries every frame for about two seconds while the page is still loading. */
function focusHeading(framesLeft = 120): void {
  const heading = document.querySelector<HTMLElement>('h1');
  if (!heading && framesLeft > 0) {
    requestAnimationFrame(() => focusHeading(framesLeft - 1));
    return;
  }
  const target = heading ?? document.querySelector('main');
  // A page that set the focus itself keeps it.
  if (!target || target.closest('main')?.contains(document.activeElement)) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
