import { directions, type EntryTotal, entryKinds, type getEntryTotals } from '@kazna/contract/cabinet/balance';
import type { Answer } from '@kazna/contract/shared/endpoint';
import { formatMoney } from '@kazna/contract/shared/money';
import { Fragment } from 'react';
import { formatCount } from '../../format/plural.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import classes from './operation-totals.module.css';
import { byCurrency } from './totals.ts';

interface OperationTotalsProps {
  /** Undefined while loading. */
  totals: Answer<typeof getEntryTotals> | undefined;
  hasFailed: boolean;
}

/** Totals of the whole filter: in, out and by kind. */
export function OperationTotals({ totals, hasFailed }: OperationTotalsProps) {
  if (hasFailed) return <p className={classes.line}>Итоги не загрузились</p>;
  if (!totals) {
    return (
      <div className={classes.totals}>
        <p className={classes.line}>
          <SkeletonLine width={120} />
        </p>
        <p className={classes.sums} data-main>
          <SkeletonLine width={280} />
        </p>
      </div>
    );
  }
  return (
    <div className={classes.totals} role="status">
      <p className={classes.line}>{formatCount(totals.count, ['операция', 'операции', 'операций'])}</p>
      {byCurrency(totals.items).map(({ currency, inMinor, outMinor, kinds }) => (
        <Fragment key={currency}>
          <dl className={classes.sums} data-main>
            <Sum title={directions.in} words={formatMoney({ amountMinor: inMinor, currency })} />
            <Sum title={directions.out} words={formatMoney({ amountMinor: outMinor, currency })} />
          </dl>
          {kinds.length > 1 && (
            <dl className={classes.sums}>
              {kinds.map((total) => (
                <Sum key={total.kind} title={entryKinds[total.kind]} words={kindAmounts(total)} />
              ))}
            </dl>
          )}
        </Fragment>
      ))}
    </div>
  );
}

function Sum({ title, words }: { title: string; words: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{words}</dd>
    </div>
  );
}

/** A kind with both directions, such as corrections, shows both. */
function kindAmounts({ currency, inMinor, outMinor }: EntryTotal): string {
  return [
    inMinor > 0 && `+${formatMoney({ amountMinor: inMinor, currency })}`,
    outMinor > 0 && formatMoney({ amountMinor: -outMinor, currency }),
  ]
    .filter(Boolean)
    .join(' и ');
}
