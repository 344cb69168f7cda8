import { Link, type LinkProps } from '@tanstack/react-router';
import { useRef } from 'react';
import tabs from '../tabs.module.css';
import { useCurrentInView } from '../use-current-in-view.ts';
import classes from './state-tabs.module.css';

export interface StateTab {
  title: string;
  /** Undefined while unknown; null where there is none. */
  count?: string | null | undefined;
  isCurrent: boolean;
  search: LinkProps['search'];
}

/** States of a list as links, so that a tab can be opened beside and shared. */
export function StateTabs({ label, items }: { label: string; items: readonly StateTab[] }) {
  const row = useRef<HTMLElement>(null);
  const current = items.find(({ isCurrent }) => isCurrent)?.title;
  // Counts widen the tabs before the current one when they come.
  useCurrentInView(row, `${current} ${items.some(({ count }) => count === undefined)}`);
  return (
    <nav ref={row} className={tabs.tabs} aria-label={label}>
      {items.map(({ title, count, isCurrent, search }) => (
        <Link
          key={title}
          to="."
          search={search}
          resetScroll={false}
          className={tabs.tab}
          activeOptions={{ exact: true }}
          aria-current={isCurrent ? 'page' : undefined}
        >
          {title}
          {count !== null && <span className={classes.count}>{count}</span>}
        </Link>
      ))}
    </nav>
  );
}
