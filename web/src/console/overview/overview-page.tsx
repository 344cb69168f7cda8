import { getOverview, type Overview } from '@kazna/contract/admin/overview';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { AdminPage } from '../admin-page.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { Figures } from './figures.tsx';
import { Health } from './health.tsx';
import { LatestActions } from './latest-actions.tsx';
import { MoneyIn } from './money-in.tsx';
import classes from './overview.module.css';
import { ReviewPayments } from './review-payments.tsx';
import { UndecidedRefunds } from './undecided-refunds.tsx';

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

export function overviewQuery() {
  return queryOptions({
    queryKey: ['admin', 'overview'],
    queryFn: () => call(getOverview),
    refetchInterval: 30_000,
  });
}

export function Attention({ attention }: { attention: Overview['attention'] | undefined }) {
  return (
    <section className={classes.card} aria-label="Нужно решение">
      <h2>Нужно решение</h2>
      {attention ? (
        <>
          {attention.reviewPayments > 0 && <ReviewPayments count={attention.reviewPayments} />}
          {attention.silentRefunds > 0 && <UndecidedRefunds count={attention.silentRefunds} />}
          {attention.bankReturns > 0 && <BankReturns count={attention.bankReturns} />}
          {attention.unidentifiedReceipts > 0 && <Unidentified count={attention.unidentifiedReceipts} />}
          {attention.failedJobs > 0 && <FailedJobs count={attention.failedJobs} />}
          {Object.values(attention).every((count) => count === 0) && (
            <p className={classes.calm}>
              <CheckIcon />
              Всё идёт само: платежей на проверке, возвратов без ответа и на счёт в банке, невыясненных денег и
              невыполненных заданий нет.
            </p>
          )}
        </>
      ) : (
        <SkeletonText lines={5} />
      )}
    </section>
  );
}

function BankReturns({ count }: { count: number }) {
  return (
    <div className={classes.group}>
      <h3>Возвраты на счёт в банке: {count.toLocaleString('ru')}</h3>
      <ul className={classes.lines}>
        <li>
          <span className={classes.about}>С балансов деньги списаны и ждут отправки.</span>
          <LinkAnchor to="/admin/bank-returns">Отправить или отклонить</LinkAnchor>
        </li>
      </ul>
    </div>
  );
}

function Unidentified({ count }: { count: number }) {
  return (
    <div className={classes.group}>
      <h3>Невыясненные деньги: {count.toLocaleString('ru')}</h3>
      <ul className={classes.lines}>
        <li>
          <span className={classes.about}>Неизвестно, чьи платежи из выписок.</span>
          <LinkAnchor to="/admin/unidentified">Зачислить или вернуть</LinkAnchor>
        </li>
      </ul>
    </div>
  );
}
