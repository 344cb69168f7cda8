import type { Revenue, RevenueMonth } from '@kazna/contract/admin/revenue';
import { formatMoney } from '@kazna/contract/shared/money';
import { Link } from '@tanstack/react-router';
import { periodName } from '../../format/months.ts';
import { formatCount, formatSignedMoney } from '../../format/numbers.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import { Hint, type hints } from './hints.tsx';
import classes from './revenue.module.css';
import type { RowsSearch, ScopeSearch } from './search.ts';

export const customerForms = ['клиент', 'клиента', 'клиентов'] as const;
export const chargeForms = ['списание', 'списания', 'списаний'] as const;
const debtorForms = ['организация', 'организации', 'организаций'] as const;

/** Null where there was nothing to lose. */
export function shareOf(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}

/** «4,2 %»; a dash for no share. */
export function shareText(share: number | null): string {
  if (share === null) return '—';
  return `${(Math.round(share * 1000) / 10).toLocaleString('ru')}\u00a0%`;
}

export const moneyLost = ({ moves }: RevenueMonth) => Math.abs(moves.down.amountMinor + moves.stopped.amountMinor);

interface FiguresProps {
  /** Undefined while loading. */
  revenue: Revenue | undefined;
  scope: ScopeSearch;
}

/** Of the last chosen month, and of now where no month is meant. */
export function Figures({ revenue, scope }: FiguresProps) {
  const month = revenue?.months.at(-1);
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency: revenue?.currency ?? 'RUB' });
  const rows = (of: string, kind?: string): RowsSearch => ({ ...scope, of, month: month?.month, kind });
  const name = month && periodName(month.month);
  const figures: FigureProps[] = [
    {
      ...{ title: 'MRR', hint: 'mrr', search: rows('subscriptions') },
      value: month && money(month.mrrEndMinor),
      note:
        month &&
        `${formatSignedMoney({ amountMinor: month.mrrEndMinor - month.mrrStartMinor, currency: revenue?.currency ?? 'RUB' })} за месяц`,
    },
    {
      ...{ title: 'Выручка', hint: 'revenue', search: rows('customers') },
      value: month && money(month.revenueMinor),
      note: month && `${name}, возвращено ${money(month.refundedMinor)}`,
    },
    {
      ...{ title: 'Средняя на клиента', hint: 'average', search: rows('customers') },
      value: month && (month.payers > 0 ? money(Math.round(month.revenueMinor / month.payers)) : '—'),
      note: month && `${formatCount(month.payers, customerForms)} за месяц`,
    },
    {
      ...{ title: 'Отток клиентов', hint: 'customers', search: rows('customer-moves', 'lost') },
      value: month && shareText(shareOf(month.customers.lost.count, month.customersStart)),
      note:
        month &&
        `${month.customers.lost.count} из ${formatCount(month.customersStart, ['клиента', 'клиентов', 'клиентов'])}`,
    },
    {
      ...{ title: 'Отток денег', hint: 'moneyChurn', search: rows('moves', 'lost') },
      value: month && shareText(shareOf(moneyLost(month), month.mrrStartMinor)),
      note: month && `${money(moneyLost(month))} из ${money(month.mrrStartMinor)}`,
    },
    {
      ...{ title: 'Долги', hint: 'debts', search: { ...scope, of: 'debtors' } },
      value: revenue && money(revenue.debts.amountMinor),
      note: revenue && `${formatCount(revenue.debts.count, debtorForms)} сейчас`,
    },
    {
      ...{ title: 'Спишем за 30 дней', hint: 'upcoming', search: { ...scope, of: 'upcoming' } },
      value: revenue && money(revenue.upcoming.amountMinor),
      note: revenue && formatCount(revenue.upcoming.count, chargeForms),
    },
  ];
  return (
    <dl className={classes.figures}>
      {figures.map((figure) => (
        <Figure key={figure.title} {...figure} />
      ))}
    </dl>
  );
}

interface FigureProps {
  title: string;
  hint: keyof typeof hints;
  /** Undefined while loading, like the note. */
  value: string | undefined;
  note: string | undefined;
  search: RowsSearch;
}

function Figure({ title, hint, value, note, search }: FigureProps) {
  return (
    <div className={classes.figure}>
      <dt>
        {title} <Hint of={hint} about={title} />
      </dt>
      <dd className={classes.value}>
        {value ? (
          <Link
            to="/admin/revenue/rows"
            search={search}
            className={classes.figureLink}
            aria-label={`${title} ${value}: показать строки`}
          >
            {value}
          </Link>
        ) : (
          <SkeletonLine width={120} />
        )}
      </dd>
      <dd className={classes.note}>{note ?? <SkeletonLine width="70%" />}</dd>
    </div>
  );
}
