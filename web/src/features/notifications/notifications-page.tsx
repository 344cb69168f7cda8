import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { NotificationList } from '../../parts/notification-list.tsx';
import { markRead, notificationsQuery } from '../../queries/notifications.ts';
import { profileQuery } from '../../queries/profile.ts';
import { EnvelopeDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { StateTabs } from '../../ui/lists/state-tabs.tsx';
import { Page, QueryFailure } from '../../ui/page.tsx';
import { filterOf, NotificationFilters, type NotificationsSearch } from './notification-filters.tsx';
import classes from './notifications-page.module.css';

export function NotificationsPage({ search }: { search: NotificationsSearch }) {
  const client = useQueryClient();
  const { data: profile } = useQuery(profileQuery());
  const unread = profile?.unreadNotifications ?? 0;
  const isUnread = filterOf(search).isUnread === true;
  const count = unread > 99 ? '99+' : String(unread);
  return (
    <Page
      title="Уведомления"
      help="notifications"
      action={
        <div className={classes.actions}>
          {unread > 0 && (
            <Button variant="default" onClick={() => void markRead(client, { all: true })}>
              Прочитать все
            </Button>
          )}
          <LinkButton to="/notifications/settings" variant="default">
            Настроить
          </LinkButton>
        </div>
      }
    >
      <div className={classes.page}>
        <StateTabs
          label="Состояние уведомлений"
          items={[
            { title: 'Все', count: null, isCurrent: !isUnread, search: { ...search, unread: undefined } },
            {
              title: 'Непрочитанные',
              count: unread > 0 ? count : null,
              isCurrent: isUnread,
              search: { ...search, unread: 'true' },
            },
          ]}
        />
        <NotificationFilters search={search} memberships={profile?.memberships ?? []} />
        <Found search={search} hasOrganizations={(profile?.memberships.length ?? 0) > 1} />
      </div>
    </Page>
  );
}

function Found({ search, hasOrganizations }: { search: NotificationsSearch; hasOrganizations: boolean }) {
  const filter = filterOf(search);
  const query = useInfiniteQuery(notificationsQuery(filter));
  if (query.error && !query.data)
    return <QueryFailure what="Уведомления не загрузились" error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data)
    return (
      <div className={classes.loading}>
        <SkeletonText lines={4} />
      </div>
    );
  if (query.data.length > 0)
    return (
      <>
        <div className={classes.card}>
          <NotificationList items={query.data} hasOrganizations={hasOrganizations} isDetailed />
        </div>
        <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
      </>
    );
  if (filter.category || filter.organizationId || filter.isUnread)
    return (
      <Empty
        drawing={<EnvelopeDrawing />}
        title={filter.isUnread ? 'Всё прочитано' : 'Таких уведомлений нет'}
        action={
          <LinkButton to="/notifications" search={{}} variant="default">
            Показать все
          </LinkButton>
        }
      >
        По выбранным фильтрам ничего не нашлось.
      </Empty>
    );
  return (
    <Empty drawing={<EnvelopeDrawing />} title="Уведомлений пока нет">
      Здесь появится то, что случится с вашими деньгами, документами и организациями.
    </Empty>
  );
}
