import { formatMoney } from '@kazna/contract/shared/money';
import type { Bill } from '@kazna/contract/shared/tariffs';
import { withUnbrokenDays } from '../../format/date.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import classes from './bill-lines.module.css';

interface BillLinesProps {
  /** Undefined while loading. */
  bill: Pick<Bill, 'lines' | 'totalMinor' | 'currency'> | undefined;
  /** «Спишем сейчас», «Спишем 1 декабря». */
  title: string;
  /** While another choice is counted. */
  isOutdated?: boolean;
  skeletonLines?: number;
}

/** Charges and give-backs, line by line, with their sum; descriptions name the days. */
export function BillLines({ bill, title, isOutdated = false, skeletonLines = 1 }: BillLinesProps) {
  const textOf = (amountMinor: number) => formatMoney({ amountMinor, currency: bill?.currency ?? 'RUB' });
  const isCredit = bill !== undefined && bill.totalMinor < 0;
  return (
    <div className={classes.bill} aria-busy={!bill || isOutdated} data-outdated={isOutdated || undefined}>
      <dl className={classes.lines}>
        {bill
          ? bill.lines.map((line) => (
              <div key={`${line.description} ${line.from} ${line.amountMinor}`}>
                <dt>{withUnbrokenDays(line.description)}</dt>
                <dd data-credit={line.amountMinor < 0 || undefined}>{textOf(line.amountMinor)}</dd>
              </div>
            ))
          : Array.from({ length: skeletonLines }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never reorder
              <div key={index}>
                <dt>
                  <SkeletonLine width={160} />
                  <br />
                  <SkeletonLine width={90} />
                </dt>
              </div>
            ))}
        <div className={classes.total} aria-live="polite">
          <dt>{isCredit ? 'Вернём на баланс' : title}</dt>
          <dd>{bill ? textOf(Math.abs(bill.totalMinor)) : <SkeletonLine width={80} />}</dd>
        </div>
      </dl>
    </div>
  );
}
