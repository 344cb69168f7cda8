import type { Answer } from '@kazna/contract/endpoint';
import { formatMoney } from '@kazna/contract/money';
import type { getPaymentTotals } from '@kazna/contract/payments';
import { formatCount } from '../../format/plural.ts';
import { SkeletonLine } from '../../ui/skeleton-line.tsx';
import classes from './payments-page.module.css';

interface TotalsLineProps {
  /** Absent while they are loading. */
  totals: Answer<typeof getPaymentTotals> | undefined;
  hasFailed: boolean;
}

/** How much is selected, by currency. */
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
      {totals.items.map(({ currency, amountMinor, refundedMinor }) => (
        <span key={currency}>
          <strong>{formatMoney({ amountMinor, currency })}</strong>
          {refundedMinor > 0 && ` (возвраты ${formatMoney({ amountMinor: refundedMinor, currency })})`}
        </span>
      ))}
    </p>
  );
}
