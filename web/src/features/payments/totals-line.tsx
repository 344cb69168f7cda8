import type { Answer } from '@kazna/contract/endpoint';
import type { getPaymentTotals } from '@kazna/contract/payments';
import { formatCount } from '../../format/plural.ts';
import classes from '../../ui/filtered-list.module.css';
import { SkeletonLine } from '../../ui/skeleton-line.tsx';
import { totalWords } from './total-words.ts';

interface TotalsLineProps {
  /** Absent while they are loading. */
  totals: Answer<typeof getPaymentTotals> | undefined;
  hasFailed: boolean;
}

/** What became of the money that is selected, by currency. */
export function TotalsLine({ totals, hasFailed }: TotalsLineProps) {
  if (hasFailed) return <p className={classes.totals}>Итоги не загрузились</p>;
  if (!totals) {
    return (
      <p className={classes.totals}>
        <SkeletonLine width={240} />
      </p>
    );
  }
  return (
    <p className={classes.totals} role="status">
      <span>{formatCount(totals.count, ['платёж', 'платежа', 'платежей'])}</span>
      {totals.items.map((total) => (
        <span key={total.currency}>{totalWords(total)}</span>
      ))}
    </p>
  );
}
