import type { Cohort, Revenue } from '@kazna/contract/admin/revenue';
import { formatMoney } from '@kazna/contract/shared/money';
import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { periodName } from '../../format/months.ts';
import { compactNumber, formatCount } from '../../format/numbers.ts';
import { customerForms, shareText } from './figures.tsx';
import classes from './revenue.module.css';
import type { ScopeSearch } from './search.ts';

interface CohortsProps {
  revenue: Revenue;
  shows: 'customers' | 'money';
  scope: ScopeSearch;
}

/** A row for the customers of a month, a column for each month after it, the more of them the darker. */
export function Cohorts({ revenue: { cohorts, currency }, shows, scope }: CohortsProps) {
  if (cohorts.length === 0) return <p className={classes.note}>За эти месяцы никому не списывали впервые.</p>;
  const width = Math.max(...cohorts.map(({ months }) => months.length));
  const greatest = Math.max(1, ...cohorts.flatMap(({ months }) => months.map(({ amountMinor }) => amountMinor)));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className={classes.scroller} aria-label="Когорты" tabIndex={0}>
      <table className={classes.cohorts}>
        <thead>
          <tr>
            <th scope="col">Первое списание</th>
            {Array.from({ length: width }, (_, index) => index).map((index) => (
              <th key={index} scope="col">
                {index === 0 ? 'Месяц 0' : index}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map((cohort) => (
            <tr key={cohort.month}>
              <th scope="row">
                {periodName(cohort.month)}
                <span className={classes.note}>{formatCount(cohort.customers, customerForms)}</span>
              </th>
              {cohort.months.map((cell) => {
                const text =
                  shows === 'money'
                    ? compactNumber(Math.round(cell.amountMinor / 100))
                    : shareText(cell.customers / Math.max(1, cohort.customers));
                return (
                  <td
                    key={cell.month}
                    style={{ '--share': shareIn(cohort, cell, { shows, greatest }) } as CSSProperties}
                  >
                    <Link
                      to="/admin/revenue/rows"
                      search={{ ...scope, of: 'customers', month: cell.month, cohort: cohort.month }}
                      aria-label={`${text}, ${periodName(cell.month)}: ${formatCount(cell.customers, customerForms)}, ${formatMoney({ amountMinor: cell.amountMinor, currency })}`}
                    >
                      {text}
                    </Link>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface Shade {
  shows: CohortsProps['shows'];
  greatest: number;
}

function shareIn({ customers }: Cohort, cell: Cohort['months'][number], { shows, greatest }: Shade): number {
  if (shows === 'money') return Math.max(0, cell.amountMinor / greatest);
  return Math.min(1, cell.customers / Math.max(1, customers));
}
