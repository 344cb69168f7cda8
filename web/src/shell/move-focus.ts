import type { KeyboardEvent } from 'react';

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => (at >= last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** Marks arrow key targets; the Mantine attribute keeps Escape from closing the phone drawer too. */
export const menuItem = { 'data-item': true, 'data-mantine-stop-propagation': 'true' } as const;

/** Moves the focus between items by arrow keys; Home and End keep their meaning in text fields. */
export function moveFocus(event: KeyboardEvent, root: HTMLElement | null): void {
  const step = steps[event.key];
  if (!step || !root) return;
  if (event.target instanceof HTMLInputElement && !event.key.startsWith('Arrow')) return;
  const items = [...root.querySelectorAll<HTMLElement>('[data-item]')];
  event.preventDefault();
  items[step(items.indexOf(document.activeElement as HTMLElement), items.length - 1)]?.focus();
}
