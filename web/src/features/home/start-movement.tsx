import { type Period, periods } from '@kazna/contract/cabinet/dashboard';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MovementChart } from '../../parts/money-movement/movement-chart.tsx';
import { dashboardQuery } from '../../queries/dashboard.ts';
import { Choices } from '../../ui/choices.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import classes from './start-page.module.css';

const choices = (Object.entries(periods) as [Period, string][]).map(
  ([period, label]) => [period, label === 'год' ? 'Год' : label] as const,
);

export function StartMovement({ organizationId }: { organizationId: string }) {
  const [period, setPeriod] = useState<Period>('30d');
  const choice = { period, step: undefined, currency: undefined };
  const { data, error, refetch, isPlaceholderData } = useQuery(dashboardQuery(organizationId, choice));
  return (
    <section className={classes.movement} aria-labelledby="movement" aria-busy={!data || isPlaceholderData}>
      <header className={classes.movementHead}>
        <h2 id="movement">Движение денег</h2>
        <Choices label="Период" values={choices} chosen={period} onChoose={setPeriod} />
      </header>
      {error && !data ? (
        <QueryFailure what="Движение денег не загрузилось" error={error} onRetry={() => void refetch()} />
      ) : (
        <MovementChart dashboard={data} />
      )}
    </section>
  );
}
