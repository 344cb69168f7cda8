/**
 * Retries every frame for about two seconds while the page is still loading: a placeholder's heading goes with it. A dialog
 * may be leaving; one that stays keeps the focus.
 */
export function focusHeading(framesLeft = 120): void {
  const heading = document.querySelector<HTMLElement>('h1');
  const dialog = document.querySelector('[aria-modal]');
  if ((!heading?.textContent || dialog || heading.closest('[aria-busy="true"]')) && framesLeft > 0) {
    requestAnimationFrame(() => focusHeading(framesLeft - 1));
    return;
  }
  const target = heading ?? document.querySelector('main');
  // A page that set the focus itself keeps it.
  if (!target || dialog || target.closest('main')?.contains(document.activeElement)) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** A switch of the organization draws the page anew, and a command of the palette need not leave the page. */
export function focusHeadingIfLost(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusHeading();
  });
}
