import { documentKinds } from '@kazna/contract/cabinet/documents';
import { formatMoney } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../format/numbers.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import { registerTotalsQuery } from './queries.ts';
import classes from './register.module.css';

/** What the last revisions of a month add up to, by kind. */
export function RegisterTotals({ period }: { period: string }) {
  const { data } = useQuery(registerTotalsQuery(period));
  return (
    <ul className={classes.totals} aria-label="Итоги месяца">
      {!data && (
        <li>
          <SkeletonLine width="240px" />
        </li>
      )}
      {data?.items.map(({ kind, currency, count, amountMinor, vatMinor }) => (
        <li key={`${kind} ${currency}`}>
          <span className={classes.kind}>
            {documentKinds[kind]}: {count.toLocaleString('ru')}
          </span>
          <span className={classes.sum}>{formatMoney({ amountMinor, currency })}</span>
          {vatMinor !== 0 && (
            <span className={classes.kind}>в том числе НДС {formatMoney({ amountMinor: vatMinor, currency })}</span>
          )}
        </li>
      ))}
      {data && data.failedCount > 0 && (
        <li className={classes.failed}>
          Не удалось составить документы {formatCount(data.failedCount, ['организации', 'организаций', 'организаций'])}.
          Казна повторяет попытки, причина в журнале сервера
        </li>
      )}
    </ul>
  );
}
