import { getOverview, type Overview } from '@kazna/contract/admin/overview';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { Card, QueryFailure } from '../../ui/page.tsx';
import { CheckIcon } from '../../ui/visitor-icons.tsx';
import { AdminPage } from '../admin-page.tsx';
import { useStaff } from '../staff.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { FailedReceipts } from './failed-receipts.tsx';
import { Figures } from './figures.tsx';
import { Health } from './health.tsx';
import { LatestActions } from './latest-actions.tsx';
import { MoneyIn } from './money-in.tsx';
import classes from './overview.module.css';
import { Providers, providersQuery, silentProviders } from './providers.tsx';
import { ReviewPayments } from './review-payments.tsx';
import { ConfigurationCheck, SetupSteps, setupQuery } from './setup.tsx';
import { UndecidedRefunds } from './undecided-refunds.tsx';

export function OverviewPage() {
  const { data: overview, error, refetch } = useQuery(overviewQuery());
  const { can } = useStaff();
  const setup = useQuery(setupQuery(can('admin.manage')));
  // Steps that came late would push the rest down.
  if (setup.isLoading) {
    return (
      <AdminPage title="Администрирование">
        <Card>
          <SkeletonText lines={8} />
        </Card>
      </AdminPage>
    );
  }
  return (
    <AdminPage title="Администрирование">
      {error && !overview ? (
        <QueryFailure what="Сводка не загрузилась" error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <Attention attention={overview?.attention} />
          {setup.data && <SetupSteps steps={setup.data.steps} />}
          <Figures overview={overview} />
          <div className={classes.columns}>
            <MoneyIn moneyIn={overview?.moneyIn} />
            <Health overview={overview} />
          </div>
          <Providers />
          {setup.data && <ConfigurationCheck checks={setup.data.checks} />}
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
  const { data: providers } = useQuery(providersQuery());
  const silent = silentProviders(providers);
  return (
    <section className={classes.card} aria-label="Нужно решение">
      <h2>Нужно решение</h2>
      {attention ? (
        <>
          {silent && <SilentProviders names={silent} />}
          {attention.reviewPayments > 0 && <ReviewPayments count={attention.reviewPayments} />}
          {attention.silentRefunds > 0 && <UndecidedRefunds count={attention.silentRefunds} />}
          {attention.failedReceipts > 0 && <FailedReceipts count={attention.failedReceipts} />}
          {attention.bankReturns > 0 && <BankReturns count={attention.bankReturns} />}
          {attention.unidentifiedReceipts > 0 && <Unidentified count={attention.unidentifiedReceipts} />}
          {attention.waitingRequests > 0 && <WaitingRequests count={attention.waitingRequests} />}
          {attention.failedJobs > 0 && <FailedJobs count={attention.failedJobs} />}
          {!silent && Object.values(attention).every((count) => count === 0) && (
            <p className={classes.calm}>
              <CheckIcon />
              Всё идёт само: платежей на проверке, возвратов без ответа и на счёт в банке, непробитых чеков,
              невыясненных денег, обращений без ответа и невыполненных заданий нет.
            </p>
          )}
        </>
      ) : (
        <SkeletonText lines={5} />
      )}
    </section>
  );
}

function SilentProviders({ names }: { names: string }) {
  return (
    <div className={classes.group}>
      <h3>Не отвечает платёжная система: {names}</h3>
      <p className={classes.note}>
        Деньги не потеряются: о платежах спросим ещё раз. Новые платежи может брать другая система, выберите её ниже.
      </p>
    </div>
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

function WaitingRequests({ count }: { count: number }) {
  return (
    <div className={classes.group}>
      <h3>Обращения без ответа: {count.toLocaleString('ru')}</h3>
      <ul className={classes.lines}>
        <li>
          <span className={classes.about}>Клиенты ждут ответа. Первым стоит тот, кто ждёт дольше всех.</span>
          <LinkAnchor to="/admin/requests">Ответить</LinkAnchor>
        </li>
      </ul>
    </div>
  );
}
