import { type RefObject, useEffect } from 'react';

/** A phone shows three tabs at once: scrolls the row to the current one whenever `key` changes. */
export function useCurrentInView(row: RefObject<HTMLElement | null>, key: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when the current tab changed
  useEffect(() => {
    const list = row.current;
    const current = list?.querySelector<HTMLElement>('[aria-current], [aria-selected="true"]');
    if (!list || !current) return;
    const offset = current.getBoundingClientRect().left - list.getBoundingClientRect().left;
    list.scrollLeft += offset - (list.clientWidth - current.offsetWidth) / 2;
  }, [key]);
}
