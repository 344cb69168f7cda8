import type { Dashboard } from '@kazna/contract/cabinet/dashboard';
import { formatMoney } from '@kazna/contract/shared/money';
import { formatCount } from '../../format/plural.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import type { Share } from './payers.ts';
import classes from './shares.module.css';

interface ShareListProps {
  /** Undefined while loading. */
  shares: readonly Share[] | undefined;
  empty: string;
  currency: Dashboard['currency'];
  /** What is counted: one, two, five of them. */
  counted: [string, string, string];
}

const skeletonRows = ['1', '2', '3'];

export function ShareList({ shares, empty, currency, counted }: ShareListProps) {
  if (shares?.length === 0) return <p className={classes.empty}>{empty}</p>;
  const whole = shares?.reduce((sum, { amountMinor }) => sum + amountMinor, 0) || 1;
  return (
    <ul className={classes.shares}>
      {shares?.map(({ key, title, count, amountMinor, tone }) => (
        <li key={key}>
          <span className={classes.title}>{title}</span>
          <span className={classes.amount}>{formatMoney({ amountMinor, currency })}</span>
          <span className={classes.track} aria-hidden="true">
            <span data-tone={tone} style={{ width: `${Math.max(0, amountMinor / whole) * 100}%` }} />
          </span>
          <span className={classes.about}>
            {percentText(amountMinor / whole)}, {formatCount(count, counted)}
          </span>
        </li>
      )) ??
        skeletonRows.map((key) => (
          <li key={key}>
            <span className={classes.title}>
              <SkeletonLine width="60%" />
            </span>
            <span className={classes.track} />
            <span className={classes.about}>
              <SkeletonLine width="40%" />
            </span>
          </li>
        ))}
    </ul>
  );
}

function percentText(share: number): string {
  const percent = Math.round(share * 100);
  return percent === 0 && share > 0 ? 'меньше 1\u00a0%' : `${percent}\u00a0%`;
}
