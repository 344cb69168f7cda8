import { auditActions } from '@kazna/contract/cabinet/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Moment } from '../../parts/moment.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { Records } from '../../ui/lists/records.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { auditQuery } from '../queries.ts';
import { detailsText } from './audit-details.ts';
import classes from './overview.module.css';

export function LatestActions() {
  const query = useInfiniteQuery(auditQuery());
  return (
    <section className={classes.latest} aria-label="Последние действия">
      <h2>Последние действия</h2>
      {query.error && !query.data ? (
        <QueryFailure what="Журнал не загрузился" error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data?.length === 0 ? (
        <p className={classes.note}>Журнал пока пуст: действия клиентов и сотрудников появятся здесь.</p>
      ) : (
        <Records
          label="Последние действия"
          items={query.data}
          keyOf={({ id }) => id}
          columns={[
            {
              title: 'Что',
              width: '40%',
              render: ({ action, details }) => (
                <span className={classes.about}>
                  <span>{auditActions[action]}</span>
                  <span className={classes.note}>{detailsText(details)}</span>
                </span>
              ),
            },
            { title: 'Кто', render: ({ actorName }) => actorName ?? 'Удалённый пользователь' },
            { title: 'Кого касается', render: ({ subject, organizationName }) => subject ?? organizationName },
            { title: 'Когда', width: '18%', render: ({ createdAt }) => <Moment at={createdAt} /> },
          ]}
        />
      )}
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
    </section>
  );
}
