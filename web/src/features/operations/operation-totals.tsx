import { directions, type EntryTotal, entryKinds, type getEntryTotals } from '@kazna/contract/cabinet/balance';
import type { Answer } from '@kazna/contract/shared/endpoint';
import { formatMoney } from '@kazna/contract/shared/money';
import { Totals } from '../../ui/lists/totals.tsx';
import { byCurrency } from './totals.ts';

interface OperationTotalsProps {
  /** Undefined while loading. */
  totals: Answer<typeof getEntryTotals> | undefined;
  hasFailed: boolean;
}

export function OperationTotals({ totals, hasFailed }: OperationTotalsProps) {
  return (
    <Totals count={totals?.count} forms={['операция', 'операции', 'операций']} hasFailed={hasFailed}>
      {byCurrency(totals?.items ?? []).map(({ currency, inMinor, outMinor, kinds }) => (
        <span key={currency} title={kinds.map(kindText).join('\n')}>
          {directions.in} <b>{formatMoney({ amountMinor: inMinor, currency })}</b> · {directions.out.toLowerCase()}{' '}
          {formatMoney({ amountMinor: outMinor, currency })}
        </span>
      ))}
    </Totals>
  );
}

/** Returns «Корректировка: +100 ₽ и −50 ₽»: a kind may go both ways. */
function kindText({ kind, currency, inMinor, outMinor }: EntryTotal): string {
  const sums = [
    inMinor > 0 && `+${formatMoney({ amountMinor: inMinor, currency })}`,
    outMinor > 0 && formatMoney({ amountMinor: -outMinor, currency }),
  ];
  return `${entryKinds[kind]}: ${sums.filter(Boolean).join(' и ')}`;
}
