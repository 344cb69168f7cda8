import type { Dashboard, Step } from '@kazna/contract/cabinet/dashboard';
import { formatMoney } from '@kazna/contract/shared/money';
import { useNavigate } from '@tanstack/react-router';
import { useTimezone } from '../../queries/timezone.ts';
import { BarChart } from '../../ui/charts/bar-chart.tsx';
import { Choices } from './choices.tsx';
import { compactMoney } from './compact-money.ts';
import classes from './dashboard-page.module.css';
import { operationsSearch } from './operations-search.ts';
import { describePoint, namePoints } from './points.ts';
import { type DashboardChoice, stepsOf } from './search.ts';

const stepLabels: Record<Step, string> = { day: 'По дням', week: 'По неделям', month: 'По месяцам' };
const stepTitles: Record<Step, string> = { day: 'День', week: 'Неделя', month: 'Месяц' };
const stepOrder: readonly Step[] = ['day', 'week', 'month'];

interface MovementProps {
  dashboard: Dashboard | undefined;
  choice: DashboardChoice;
  onChoose: (step: Step) => void;
}

export function Movement({ dashboard, choice, onChoose }: MovementProps) {
  const offered = stepOrder.filter((step) => stepsOf[choice.period].includes(step));
  return (
    <section className={classes.card} aria-labelledby="movement">
      <header className={classes.cardHeader}>
        <h2 id="movement" className={classes.cardTitle}>
          Движение денег
        </h2>
        {offered.length > 1 && (
          <Choices
            label="Шаг"
            values={offered.map((step) => [step, stepLabels[step]] as const)}
            chosen={choice.step ?? stepsOf[choice.period][0]}
            onChoose={onChoose}
          />
        )}
      </header>
      {dashboard ? <Chart dashboard={dashboard} /> : <div className={classes.chartRoom} />}
    </section>
  );
}

function Chart({ dashboard }: { dashboard: Dashboard }) {
  const { series, step, currency } = dashboard;
  const names = namePoints(dashboard);
  const navigate = useNavigate();
  const timezone = useTimezone();
  const open = (index: number) => {
    const point = names[index];
    if (!point) return;
    const { from, to } = point;
    void navigate({ to: '/operations', search: operationsSearch(dashboard, { from, to }, timezone) });
  };
  return (
    <BarChart
      label={`Движение денег ${stepLabels[step].toLowerCase()}`}
      series={[
        { label: 'Поступило', values: series.map(({ inMinor }) => inMinor) },
        { label: 'Списано', values: series.map(({ outMinor }) => outMinor) },
      ]}
      categories={names}
      categoryTitle={stepTitles[step]}
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
