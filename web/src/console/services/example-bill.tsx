import { type Currency, formatMoney } from '@kazna/contract/shared/money';
import type { BillLine, TariffTerms } from '@kazna/contract/shared/tariffs';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import classes from './bill.module.css';
import { exampleQuery } from './queries.ts';

const debounceMs = 300;

/** Returns the last text that stayed unchanged for a moment. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Bills by the terms as they are typed; the last valid ones stay while others are asked for or are invalid. */
export function ExampleBill({ terms }: { terms: TariffTerms | undefined }) {
  const settled = useDebounced(JSON.stringify(terms ?? null));
  const asked = (JSON.parse(settled) as TariffTerms | null) ?? undefined;
  const { data: shown, error, refetch, isPlaceholderData, isFetching } = useQuery(exampleQuery(asked));
  const isOutdated = shown !== undefined && (terms === undefined || isFetching || isPlaceholderData);
  return (
    <section className={classes.examples} aria-label="Пример счёта" aria-busy={terms !== undefined && isOutdated}>
      <h2>Пример счёта</h2>
      {error && terms ? (
        <QueryFailure what="Пример не посчитался" error={error} onRetry={() => void refetch()} />
      ) : shown ? (
        <div data-outdated={isOutdated || undefined}>
          {shown.examples.map(({ title, lines }) => (
            <Bill key={title} title={title} lines={lines} currency={shown.currency} />
          ))}
        </div>
      ) : terms ? (
        <SkeletonText lines={8} />
      ) : (
        <p className={classes.note}>
          Заполните цену и условия, и здесь появятся списания: сегодня, за следующие периоды и при смене.
        </p>
      )}
    </section>
  );
}

interface BillProps {
  title?: string;
  lines: readonly BillLine[];
  currency: Currency;
}

/** Descriptions name the days; a total where there are several. */
export function Bill({ title, lines, currency }: BillProps) {
  const totalMinor = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return (
    <div className={classes.bill}>
      {title && <h3>{title}</h3>}
      <ul>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and come all at once
          <li key={at}>
            <span>{line.description}</span>
            <span className={classes.sum} data-credit={line.amountMinor < 0 || undefined}>
              {formatMoney({ amountMinor: line.amountMinor, currency })}
            </span>
          </li>
        ))}
        {lines.length === 0 && <li className={classes.nothing}>Ничего не списывается</li>}
        {lines.length > 1 && (
          <li className={classes.total}>
            <span>Итого</span>
            <span className={classes.sum}>{formatMoney({ amountMinor: totalMinor, currency })}</span>
          </li>
        )}
      </ul>
    </div>
  );
}
