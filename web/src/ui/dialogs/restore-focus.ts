import { openDialogs } from './use-dialog.ts';

/**
 * If the opener is gone after the action, the focus goes to the heading instead of the top of the page. Mantine gives it
 * back to the opener too, but 10 ms later: without motion the dialog is gone before.
 */
export function restoreFocus(opener: Element | null, closed?: Element | null) {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    if (activeElement !== document.body && !closed?.contains(activeElement)) return;
    if (opener instanceof HTMLElement && opener !== document.body && opener.isConnected) {
      opener.focus({ preventScroll: true });
      if (document.activeElement === opener) return;
    }
    const place = openDialogs().findLast((one) => !closed?.contains(one)) ?? document.querySelector('h1');
    if (!place) return;
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  });
}
