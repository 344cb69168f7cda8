import { useQuery } from '@tanstack/react-query';
import { QueryFailure } from '../../ui/page.tsx';
import { AdminPage } from '../admin-page.tsx';
import { overviewQuery } from '../queries.ts';
import { Attention } from './attention.tsx';
import { Figures } from './figures.tsx';
import { Health } from './health.tsx';
import { LatestActions } from './latest-actions.tsx';
import { MoneyIn } from './money-in.tsx';
import classes from './overview.module.css';

export function OverviewPage() {
  const { data: overview, error, refetch } = useQuery(overviewQuery());
  return (
    <AdminPage title="Администрирование">
      {error && !overview ? (
        <QueryFailure what="Сводка не загрузилась" error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <Attention attention={overview?.attention} />
          <Figures overview={overview} />
          <div className={classes.columns}>
            <MoneyIn moneyIn={overview?.moneyIn} />
            <Health overview={overview} />
          </div>
        </>
      )}
      <LatestActions />
    </AdminPage>
  );
}
