import { directions, type EntryTotal, entryKinds, type getEntryTotals } from '@kazna/contract/cabinet/balance';
import type { Answer } from '@kazna/contract/shared/endpoint';
import { formatMoney } from '@kazna/contract/shared/money';
import { formatCount } from '../../format/plural.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import classes from '../../ui/lists/filtered-list.module.css';
import { byCurrency } from './totals.ts';

interface OperationTotalsProps {
  /** Undefined while loading. */
  totals: Answer<typeof getEntryTotals> | undefined;
  hasFailed: boolean;
}

/** Totals of the whole filter: in and out, by kind on hover. */
export function OperationTotals({ totals, hasFailed }: OperationTotalsProps) {
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
      <span>{formatCount(totals.count, ['операция', 'операции', 'операций'])}</span>
      {byCurrency(totals.items).map(({ currency, inMinor, outMinor, kinds }) => (
        <span key={currency} title={kinds.map(kindText).join('\n')}>
          {directions.in} <b>{formatMoney({ amountMinor: inMinor, currency })}</b> · {directions.out.toLowerCase()}{' '}
          {formatMoney({ amountMinor: outMinor, currency })}
        </span>
      ))}
    </p>
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
