import type { ReactNode } from 'react';
import { formatCount, type PluralForms } from '../../format/numbers.ts';
import { SkeletonLine } from '../feedback/skeleton-line.tsx';
import classes from './filtered-list.module.css';

interface TotalsProps {
  /** Undefined while loading. */
  count: number | undefined;
  forms: PluralForms;
  hasFailed: boolean;
  /** Sums by currency. */
  children: ReactNode;
}

export function Totals({ count, forms, hasFailed, children }: TotalsProps) {
  if (hasFailed) return <p className={classes.totals}>Итоги не загрузились</p>;
  if (count === undefined) {
    return (
      <p className={classes.totals}>
        <SkeletonLine width={280} />
      </p>
    );
  }
  // An empty list says so itself, but only to who sees it.
  return (
    <p className={classes.totals} role="status">
      <span className={count === 0 ? classes.hidden : undefined}>{formatCount(count, forms)}</span>
      {children}
    </p>
  );
}
