import type { RevenueMonth } from '@kazna/contract/admin/revenue';
import { type Currency, formatMoney } from '@kazna/contract/shared/money';
import { Link } from '@tanstack/react-router';
import { periodName } from '../../format/months.ts';
import { formatSignedMoney } from '../../format/numbers.ts';
import { moneyLost, shareOf, shareText } from './figures.tsx';
import classes from './revenue.module.css';
import type { RowsSearch, ScopeSearch } from './search.ts';

interface Column {
  title: string;
  text: (month: RevenueMonth) => string;
  /** What the cell leads to; undefined where there is nothing behind it. */
  rows?: (month: RevenueMonth) => Omit<RowsSearch, keyof ScopeSearch | 'month'> | undefined;
}

export type MonthColumns = (currency: Currency) => Column[];

export const mrrColumns: MonthColumns = (currency) => {
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency });
  const move = (title: string, kind: keyof RevenueMonth['moves']): Column => ({
    title,
    text: ({ moves }) =>
      moves[kind].count > 0 ? formatSignedMoney({ amountMinor: moves[kind].amountMinor, currency }) : '—',
    rows: ({ moves }) => (moves[kind].count > 0 ? { of: 'moves', kind } : undefined),
  });
  return [
    { title: 'Начало', text: ({ mrrStartMinor }) => money(mrrStartMinor) },
    move('Новые', 'new'),
    move('Рост', 'up'),
    move('Возобновлённые', 'resumed'),
    move('Снижение', 'down'),
    move('Остановленные', 'stopped'),
    {
      title: 'Конец',
      text: ({ mrrEndMinor }) => money(mrrEndMinor),
      rows: ({ mrrEndMinor }) => (mrrEndMinor > 0 ? { of: 'subscriptions' } : undefined),
    },
    {
      title: 'Отток',
      text: (month) => shareText(shareOf(moneyLost(month), month.mrrStartMinor)),
      rows: (month) => (moneyLost(month) > 0 ? { of: 'moves', kind: 'lost' } : undefined),
    },
  ];
};

export const customerColumns: MonthColumns = () => {
  const move = (title: string, kind: keyof RevenueMonth['customers']): Column => ({
    title,
    text: ({ customers }) => (customers[kind].count > 0 ? customers[kind].count.toLocaleString('ru') : '—'),
    rows: ({ customers }) => (customers[kind].count > 0 ? { of: 'customer-moves', kind } : undefined),
  });
  return [
    { title: 'Начало', text: ({ customersStart }) => customersStart.toLocaleString('ru') },
    move('Новые', 'new'),
    move('Вернулись', 'returned'),
    move('Ушли', 'lost'),
    {
      title: 'Конец',
      text: ({ customersEnd }) => customersEnd.toLocaleString('ru'),
      rows: ({ customersEnd }) => (customersEnd > 0 ? { of: 'subscriptions' } : undefined),
    },
    {
      title: 'Отток',
      text: ({ customers, customersStart }) => shareText(shareOf(customers.lost.count, customersStart)),
    },
  ];
};

export const chargeColumns: MonthColumns = (currency) => {
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency });
  const kind = (title: string, name: keyof RevenueMonth['charges']): Column => ({
    title,
    text: ({ charges }) => (charges[name].amountMinor === 0 ? '—' : money(charges[name].amountMinor)),
    rows: ({ charges }) => (charges[name].amountMinor === 0 ? undefined : { of: 'customers', kind: name }),
  });
  return [
    kind('Абонентская плата', 'fixed'),
    kind('По счётчикам', 'usage'),
    kind('Подключение', 'setup'),
    kind('Остальное', 'other'),
    {
      title: 'Выручка',
      text: ({ revenueMinor }) => money(revenueMinor),
      rows: ({ revenueMinor }) => (revenueMinor === 0 ? undefined : { of: 'customers' }),
    },
    {
      title: 'На клиента',
      text: ({ revenueMinor, payers }) => (payers > 0 ? money(Math.round(revenueMinor / payers)) : '—'),
    },
  ];
};

interface MonthsTableProps {
  label: string;
  months: readonly RevenueMonth[];
  columns: readonly Column[];
  scope: ScopeSearch;
}

/** Newest first; cells with rows behind them are links. */
export function MonthsTable({ label, months, columns, scope }: MonthsTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className={classes.scroller} aria-label={label} tabIndex={0}>
      <table className={classes.months}>
        <thead>
          <tr>
            <th scope="col">Месяц</th>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map((month) => (
            <tr key={month.month}>
              <th scope="row">
                {periodName(month.month)}
                {month.isOpen && <span className={classes.open}>ещё идёт</span>}
              </th>
              {columns.map(({ title, text, rows }) => {
                const search = rows?.(month);
                return (
                  <td key={title}>
                    {search ? (
                      <Link
                        to="/admin/revenue/rows"
                        search={{ ...scope, ...search, month: month.month }}
                        className={classes.cellLink}
                      >
                        {text(month)}
                      </Link>
                    ) : (
                      text(month)
                    )}
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
