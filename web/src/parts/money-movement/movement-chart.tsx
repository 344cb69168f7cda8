import type { Dashboard, Step } from '@kazna/contract/cabinet/dashboard';
import { formatMoney, type Money } from '@kazna/contract/shared/money';
import { useNavigate } from '@tanstack/react-router';
import { compactNumber } from '../../format/numbers.ts';
import { useTimezone } from '../../queries/profile.ts';
import { MoneyChart } from '../../ui/charts/money-chart.tsx';
import classes from './movement-chart.module.css';
import { operationsSearch } from './operations-search.ts';
import { describePoint, namePoints } from './points.ts';

export const stepLabels: Record<Step, string> = { day: 'По дням', week: 'По неделям', month: 'По месяцам' };
export const stepTitles: Record<Step, string> = { day: 'День', week: 'Неделя', month: 'Месяц' };

/** As high while loading. A point opens its operations. */
export function MovementChart({ dashboard }: { dashboard: Dashboard | undefined }) {
  return <div className={classes.room}>{dashboard && <Chart dashboard={dashboard} />}</div>;
}

function Chart({ dashboard }: { dashboard: Dashboard }) {
  const { series, previousSeries, step, currency } = dashboard;
  const names = namePoints(dashboard);
  const navigate = useNavigate();
  const timezone = useTimezone();
  const open = (index: number) => {
    const point = names[index];
    if (!point) return;
    const { from, to } = point;
    void navigate({ to: '/operations', search: operationsSearch(dashboard, { from, to }, timezone) });
  };
  const hasPast = previousSeries.some(({ inMinor, outMinor, balanceMinor }) => inMinor || outMinor || balanceMinor);
  return (
    <MoneyChart
      label={`Движение денег ${stepLabels[step].toLowerCase()}`}
      shows="balance"
      points={series.map((point, index) => ({
        ...point,
        short: names[index]?.short ?? '',
        full: names[index]?.full ?? '',
      }))}
      pointTitle={stepTitles[step]}
      previousBalances={hasPast ? previousSeries.map(({ balanceMinor }) => balanceMinor) : []}
      format={(amountMinor) => formatMoney({ amountMinor, currency })}
      formatTick={(amountMinor) => compactMoney({ amountMinor, currency })}
      onOpen={open}
      describe={(index) => {
        const point = series[index];
        return point ? describePoint(point, names[index]?.when ?? '', currency) : '';
      }}
    />
  );
}

/** Returns «1,5 млн ₽» for an axis. */
export function compactMoney({ amountMinor, currency }: Money): string {
  const sign = formatMoney({ amountMinor: 0, currency }).replace('0,00', '');
  return `${compactNumber(amountMinor / 100)}${sign}`;
}
