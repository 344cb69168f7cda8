import type { MouseEvent } from 'react';

/** A click anywhere in a row follows its link, except on buttons and during text selection. */
export function openRow(event: MouseEvent<HTMLElement>): void {
  const target = event.target as HTMLElement;
  const link = target.closest('tr')?.querySelector<HTMLAnchorElement>('[data-row-link]');
  if (!link || target.closest('a, button') || getSelection()?.isCollapsed === false) return;
  if (event.ctrlKey || event.metaKey) open(link.href, '_blank', 'noopener');
  else link.click();
}
