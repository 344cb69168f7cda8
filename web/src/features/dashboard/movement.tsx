import type { Dashboard, Step } from '@kazna/contract/cabinet/dashboard';
import { MovementChart, stepLabels } from '../../parts/money-movement/movement-chart.tsx';
import type { DashboardChoice } from '../../queries/dashboard.ts';
import { Choices } from '../../ui/choices.tsx';
import classes from './dashboard-page.module.css';
import { stepsOf } from './search.ts';

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
      <MovementChart dashboard={dashboard} />
    </section>
  );
}
