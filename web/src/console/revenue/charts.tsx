import type { Revenue } from '@kazna/contract/admin/revenue';
import { formatMoney } from '@kazna/contract/shared/money';
import { useNavigate } from '@tanstack/react-router';
import { briefDay, briefMonth, dayOfMonth, periodName } from '../../format/months.ts';
import { compactNumber } from '../../format/numbers.ts';
import { MoneyChart } from '../../ui/charts/money-chart.tsx';
import { moneyLost } from './figures.tsx';
import type { RowsSearch, ScopeSearch } from './search.ts';

interface ChartProps {
  revenue: Revenue;
  scope: ScopeSearch;
}

function useChart({ revenue, scope }: ChartProps) {
  const navigate = useNavigate();
  const format = (amountMinor: number) => formatMoney({ amountMinor, currency: revenue.currency });
  return {
    format,
    formatTick: (amountMinor: number) => compactNumber(amountMinor / 100),
    open: (rows: RowsSearch) => void navigate({ to: '/admin/revenue/rows', search: { ...scope, ...rows } }),
  };
}

const monthPoint = (month: string) => ({ short: briefMonth(new Date(month)), full: periodName(month) });

/** MRR at the end of each month, over what it gained and lost. */
export function MrrChart(props: ChartProps) {
  const { format, formatTick, open } = useChart(props);
  const { months } = props.revenue;
  return (
    <MoneyChart
      label="MRR по месяцам"
      shows="balance"
      balanceLabel="MRR"
      inLabel="Прибавилось"
      outLabel="Убыло"
      pointTitle="Месяц"
      points={months.map((month) => ({
        ...monthPoint(month.month),
        inMinor: month.moves.new.amountMinor + month.moves.up.amountMinor + month.moves.resumed.amountMinor,
        outMinor: moneyLost(month),
        balanceMinor: month.mrrEndMinor,
      }))}
      format={format}
      formatTick={formatTick}
      describe={(index) => {
        const month = months[index];
        return month ? `${periodName(month.month)}: MRR ${format(month.mrrEndMinor)}` : '';
      }}
      onOpen={(index) => open({ of: 'moves', month: months[index]?.month })}
    />
  );
}

export function RevenueChart(props: ChartProps) {
  const { format, formatTick, open } = useChart(props);
  const { months } = props.revenue;
  return (
    <MoneyChart
      label="Выручка по месяцам"
      shows="in"
      inLabel="Выручка"
      pointTitle="Месяц"
      points={months.map(({ month, revenueMinor }) => ({
        ...monthPoint(month),
        inMinor: Math.max(0, revenueMinor),
        outMinor: 0,
        balanceMinor: 0,
      }))}
      format={format}
      formatTick={formatTick}
      describe={(index) => {
        const month = months[index];
        return month ? `${periodName(month.month)}: выручка ${format(month.revenueMinor)}` : '';
      }}
      onOpen={(index) => open({ of: 'customers', month: months[index]?.month })}
    />
  );
}

/** Days without charges stand too, so that the distance between charges is seen. */
export function UpcomingChart(props: ChartProps) {
  const { format, formatTick, open } = useChart(props);
  const days = daysBetween(props.revenue.upcoming.days);
  return (
    <MoneyChart
      label="Списания ближайших 30 дней"
      shows="in"
      inLabel="Спишем"
      pointTitle="День"
      points={days.map(({ day, amountMinor }) => ({
        ...{ short: briefDay(new Date(day)), full: dayOfMonth(new Date(day)) },
        ...{ inMinor: amountMinor, outMinor: 0, balanceMinor: 0 },
      }))}
      format={format}
      formatTick={formatTick}
      describe={(index) =>
        `${dayOfMonth(new Date(days[index]?.day ?? ''))} спишем ${format(days[index]?.amountMinor ?? 0)}`
      }
      onOpen={() => open({ of: 'upcoming' })}
    />
  );
}

type UpcomingDays = Revenue['upcoming']['days'];

export function daysBetween(days: UpcomingDays): UpcomingDays {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const amounts = new Map(days.map(({ day, amountMinor }) => [day, amountMinor]));
  const dayMs = 24 * 60 * 60 * 1000;
  const count = (Date.parse(last.day) - Date.parse(first.day)) / dayMs + 1;
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.parse(first.day) + index * dayMs).toISOString().slice(0, 10);
    return { day, amountMinor: amounts.get(day) ?? 0 };
  });
}
