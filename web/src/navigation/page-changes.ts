import type { AnyRouteMatch } from '@tanstack/react-router';
import type { router as appRouter } from './router.tsx';

/** Says each new page: its title in the browser's tab, and the focus on its heading for those who do not see it. */
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
  return title ? `${title} — Казна` : 'Казна';
}

/** A page whose last part is still loading is looked at again, frame by frame, for as long as anyone would wait. */
function focusHeading(framesLeft = 120): void {
  const heading = document.querySelector<HTMLElement>('h1');
  if (!heading && framesLeft > 0) {
    requestAnimationFrame(() => focusHeading(framesLeft - 1));
    return;
  }
  const target = heading ?? document.querySelector('main');
  // A page that has put the focus where it is wanted keeps it.
  if (!target || target.closest('main')?.contains(document.activeElement)) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
