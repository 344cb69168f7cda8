import type { MouseEvent } from 'react';

/** The whole row does what its link does; buttons, and text being selected, are left alone. */
export function openRow(event: MouseEvent<HTMLElement>): void {
  const target = event.target as HTMLElement;
  const link = target.closest('tr')?.querySelector<HTMLAnchorElement>('[data-row-link]');
  if (!link || target.closest('a, button') || getSelection()?.isCollapsed === false) return;
  if (event.ctrlKey || event.metaKey) open(link.href, '_blank', 'noopener');
  else link.click();
}
