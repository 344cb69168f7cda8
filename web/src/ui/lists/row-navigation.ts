import type { KeyboardEvent, MouseEvent } from 'react';

/** A click anywhere in a row follows its `data-row-link` link, except on controls and during text selection. */
export function openRow(event: MouseEvent<HTMLElement>): void {
  const target = event.target as HTMLElement;
  const link = target.closest('tr')?.querySelector<HTMLAnchorElement>('[data-row-link]');
  if (!link || target.closest('a, button, label') || getSelection()?.isCollapsed === false) return;
  if (event.ctrlKey || event.metaKey) return void open(link.href, '_blank', 'noopener');
  // A sheet that the link opens gives the focus back to it.
  link.focus({ preventScroll: true });
  link.click();
}

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** Arrow keys move the focus between rows, through their `data-row-link` links. */
export function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')];
  const at = links.indexOf(event.target as HTMLElement);
  if (!step || at < 0) return;
  event.preventDefault();
  links[step(at, links.length - 1)]?.focus();
}
