import { formatMoney } from '@kazna/contract/money';
import type { PaymentFilter } from '@kazna/contract/payments';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../format/plural.ts';
import { SkeletonLine } from '../../ui/skeleton-line.tsx';
import classes from './payments-page.module.css';
import { paymentTotalsQuery } from './queries.ts';

/** How much is selected, by currency. */
export function TotalsLine({ filter }: { filter: PaymentFilter | undefined }) {
  const { data, isError } = useQuery({ ...paymentTotalsQuery(filter ?? {}), enabled: filter !== undefined });
  if (isError) return <p className={classes.totals}>Итоги не загрузились</p>;
  if (!data) {
    return (
      <p className={classes.totals}>
        <SkeletonLine width={240} />
      </p>
    );
  }
  return (
    <p className={classes.totals} role="status">
      <span>{formatCount(data.count, ['платёж', 'платежа', 'платежей'])}</span>
      {data.items.map(({ currency, amountMinor, refundedMinor }) => (
        <span key={currency}>
          <strong>{formatMoney({ amountMinor, currency })}</strong>
          {refundedMinor > 0 && ` (возвращено ${formatMoney({ amountMinor: refundedMinor, currency })})`}
        </span>
      ))}
    </p>
  );
}
