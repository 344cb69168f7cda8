import { type Dashboard, type Period, periods } from '@kazna/contract/cabinet/dashboard';
import { type Currency, formatMoney } from '@kazna/contract/shared/money';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pluralForm } from '../../format/numbers.ts';
import { daysLeftFigure } from '../../parts/days-left.tsx';
import { operationsSearch } from '../../parts/money-movement/operations-search.ts';
import { daysIn } from '../../parts/money-movement/points.ts';
import { heldExplanation, heldText } from '../../parts/money-texts.ts';
import { useTimezone } from '../../queries/profile.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import classes from './figures.module.css';

export function Figures({ dashboard }: { dashboard: Dashboard | undefined }) {
  const daysLeft = dashboard && daysLeftFigure(dashboard.daysLeft, minorOf(dashboard));
  const compare = (direction: 'inMinor' | 'outMinor') =>
    dashboard &&
    comparisonText(dashboard.total[direction], dashboard.previous[direction], dashboard.period, dashboard.currency);
  const total = (direction: 'inMinor' | 'outMinor') =>
    dashboard && formatMoney({ amountMinor: dashboard.total[direction], currency: dashboard.currency });
  const timezone = useTimezone();
  const operations = (direction: 'in' | 'out'): LinkProps | undefined =>
    dashboard && {
      to: '/operations',
      search: operationsSearch(dashboard, { ...daysIn(dashboard), direction }, timezone),
    };
  return (
    <dl className={classes.figures}>
      <Figure title="На балансе" value={dashboard && balanceOf(dashboard)} note={dashboard && othersOf(dashboard)} />
      <Figure
        title="Поступило"
        value={total('inMinor')}
        note={compare('inMinor')}
        direction="in"
        link={operations('in')}
      />
      <Figure
        title="Списано"
        value={total('outMinor')}
        note={dashboard && outNote(dashboard, compare('outMinor'))}
        direction="out"
        link={operations('out')}
      />
      <Figure title="Хватит на" value={daysLeft?.title} note={daysLeft?.note} />
    </dl>
  );
}

/** Refunds left the balance but are not spending. */
function outNote({ returnedMinor, currency }: Dashboard, comparison: string | undefined): string | undefined {
  if (returnedMinor <= 0) return comparison;
  return `${comparison}. Из них возвраты ${formatMoney({ amountMinor: returnedMinor, currency })}`;
}

function balanceOf(dashboard: Dashboard): string {
  return formatMoney({ amountMinor: minorOf(dashboard), currency: dashboard.currency });
}

export function minorOf({ balances, currency }: Dashboard): number {
  return balances.find((one) => one.currency === currency)?.amountMinor ?? 0;
}

/** Money set aside stands before the other currencies: it is there, but not to spend. */
function othersOf({ balances, currency }: Dashboard): ReactNode {
  const held = heldText(balances);
  const others = balances.filter((one) => one.currency !== currency);
  if (others.length === 0) return held ? `${held}: ${heldExplanation}` : 'Доступно сейчас';
  return [held, `И ещё ${others.map(formatMoney).join(', ')}`].filter(Boolean).join('. ');
}

interface FigureProps {
  title: string;
  /** Undefined while loading, like the note. */
  value: string | undefined;
  note: ReactNode;
  /** Colours the figure like its bars in the chart. */
  direction?: 'in' | 'out';
  /** The operations behind the figure; the whole card is the link. */
  link?: LinkProps | undefined;
}

function Figure({ title, value, note, direction, link }: FigureProps) {
  return (
    <div className={classes.figure}>
      <dt data-direction={direction}>{title}</dt>
      <dd className={classes.value}>
        {value && link ? (
          <Link {...link} className={classes.link} aria-label={`${title} ${value}: показать операции`}>
            {value}
          </Link>
        ) : (
          (value ?? <SkeletonLine width={140} />)
        )}
      </dd>
      <dd className={classes.note}>{note ?? <SkeletonLine width="80%" />}</dd>
    </div>
  );
}

/** Above this ratio the previous amount says more than «в 407 раз». */
const maxRatio = 10;

/** Returns «На 12 % больше, чем за 30 дней до этого». */
export function comparisonText(now: number, before: number, period: Period, currency: Currency): string {
  const previousPeriod = `за ${periods[period]} до этого`;
  if (before === 0) return now === 0 ? `Ничего, как и ${previousPeriod}` : `З${previousPeriod.slice(1)} ничего не было`;
  if (now === before) return `Столько же, сколько ${previousPeriod}`;
  if (now > before * maxRatio)
    return `З${previousPeriod.slice(1)} было ${formatMoney({ amountMinor: before, currency })}`;
  if (now >= before * 2) return `Больше ${ratioText(now / before)}, чем ${previousPeriod}`;
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  return `${percent === 0 ? 'Чуть' : `На ${percent}\u00a0%`} ${now > before ? 'больше' : 'меньше'}, чем ${previousPeriod}`;
}

function ratioText(ratio: number): string {
  const rounded = Math.round(ratio * 10) / 10;
  return `в ${rounded.toLocaleString('ru')} ${pluralForm(rounded, ['раз', 'раза', 'раз'])}`;
}
