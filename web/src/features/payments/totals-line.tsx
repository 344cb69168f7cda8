import type { getPaymentTotals } from '@kazna/contract/cabinet/payments';
import type { Answer } from '@kazna/contract/shared/endpoint';
import { formatCount } from '../../format/plural.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import classes from '../../ui/lists/filtered-list.module.css';
import { totalsParts } from './totals-text.ts';

interface TotalsLineProps {
  /** Undefined while loading. */
  totals: Answer<typeof getPaymentTotals> | undefined;
  hasFailed: boolean;
}

export function TotalsLine({ totals, hasFailed }: TotalsLineProps) {
  if (hasFailed) return <p className={classes.totals}>Итоги не загрузились</p>;
  if (!totals) {
    return (
      <p className={classes.totals}>
        <SkeletonLine width={280} />
      </p>
    );
  }
  return (
    <p className={classes.totals} role="status">
      <span>{formatCount(totals.count, ['платёж', 'платежа', 'платежей'])}</span>
      {totals.items.map((total) => (
        <span key={total.currency}>
          {totalsParts(total).map(({ word, amount }, index) => (
            <span key={word}>
              {index > 0 && ' · '}
              {word}&nbsp;{index === 0 ? <b>{amount}</b> : amount}
            </span>
          ))}
        </span>
      ))}
    </p>
  );
}
