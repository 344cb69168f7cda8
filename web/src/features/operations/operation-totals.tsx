import { type EntryTotal, entryKinds, type getEntryTotals } from '@kazna/contract/balance';
import type { Answer } from '@kazna/contract/endpoint';
import { formatMoney } from '@kazna/contract/money';
import { formatCount } from '../../format/plural.ts';
import { SkeletonLine } from '../../ui/skeleton-line.tsx';
import classes from './operation-totals.module.css';
import { byCurrency } from './totals.ts';

interface OperationTotalsProps {
  /** Absent while they are loading. */
  totals: Answer<typeof getEntryTotals> | undefined;
  hasFailed: boolean;
}

/** What the whole filter adds up to: money in, money out, and each kind. */
export function OperationTotals({ totals, hasFailed }: OperationTotalsProps) {
  if (hasFailed) return <p className={classes.line}>Итоги не загрузились</p>;
  if (!totals) {
    return (
      <p className={classes.line}>
        <SkeletonLine width={280} />
      </p>
    );
  }
  return (
    <div className={classes.totals} role="status">
      <p className={classes.line}>{formatCount(totals.count, ['операция', 'операции', 'операций'])}</p>
      {byCurrency(totals.items).map(({ currency, inMinor, outMinor, kinds }) => (
        <dl key={currency} className={classes.sums}>
          <Sum title="Поступило" words={formatMoney({ amountMinor: inMinor, currency })} isMain />
          <Sum title="Списано" words={formatMoney({ amountMinor: outMinor, currency })} isMain />
          {kinds.length > 1 &&
            kinds.map((total) => <Sum key={total.kind} title={entryKinds[total.kind]} words={kindWords(total)} />)}
        </dl>
      ))}
    </div>
  );
}

function Sum({ title, words, isMain }: { title: string; words: string; isMain?: boolean }) {
  return (
    <div data-main={isMain}>
      <dt>{title}</dt>
      <dd>{words}</dd>
    </div>
  );
}

/** A kind that goes both ways, as corrections do, tells both. */
function kindWords({ currency, inMinor, outMinor }: EntryTotal): string {
  return [
    inMinor > 0 && `+${formatMoney({ amountMinor: inMinor, currency })}`,
    outMinor > 0 && formatMoney({ amountMinor: -outMinor, currency }),
  ]
    .filter(Boolean)
    .join(' и ');
}
