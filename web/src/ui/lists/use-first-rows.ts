import { startTransition, useEffect, useState } from 'react';

/** The lowest row of any table. */
const rowHeight = 44;

let isFirstTable = true;

/**
 * Returns as many rows as the window shows on the first screen of a visit, and the rest right after it is painted. Later
 * pages have all rows at once: the router restores their scroll position right after they are rendered.
 */
export function useFirstRows<Item>(items: readonly Item[] | undefined): readonly Item[] | undefined {
  const [isWhole, setIsWhole] = useState(!isFirstTable);
  useEffect(() => {
    isFirstTable = false;
    startTransition(() => setIsWhole(true));
  }, []);
  return isWhole ? items : items?.slice(0, Math.ceil(innerHeight / rowHeight));
}
