import { Link, type LinkProps } from '@tanstack/react-router';
import tabs from '../tabs.module.css';
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
  return (
    <nav className={tabs.tabs} aria-label={label}>
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
