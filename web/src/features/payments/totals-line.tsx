import type { getPaymentTotals } from '@kazna/contract/cabinet/payments';
import type { Answer } from '@kazna/contract/shared/endpoint';
import { Totals } from '../../ui/lists/totals.tsx';
import { totalsParts } from './totals-text.ts';

interface TotalsLineProps {
  /** Undefined while loading. */
  totals: Answer<typeof getPaymentTotals> | undefined;
  hasFailed: boolean;
}

export function TotalsLine({ totals, hasFailed }: TotalsLineProps) {
  return (
    <Totals count={totals?.count} forms={['платёж', 'платежа', 'платежей']} hasFailed={hasFailed}>
      {totals?.items.map((total) => (
        <span key={total.currency}>
          {totalsParts(total).map(({ word, amount }, index) => (
            <span key={word}>
              {index > 0 && ' · '}
              {word}&nbsp;{index === 0 ? <b>{amount}</b> : amount}
            </span>
          ))}
        </span>
      ))}
    </Totals>
  );
}
