import { type AdminRequest, requestLists, staffRequestStates } from '@kazna/contract/admin/requests';
import { requestTopics } from '@kazna/contract/cabinet/requests';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { currentTime } from '../../format/current-time.ts';
import { oneOf } from '../../navigation/plain-search.ts';
import { Moment } from '../../parts/moment.tsx';
import { RequestMark } from '../../parts/requests/request-labels.tsx';
import { ViewsButton } from '../../parts/views-button.tsx';
import { DoneDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LinkAnchor, LinkButton } from '../../ui/links.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { type RecordColumn, Records } from '../../ui/lists/records.tsx';
import { SearchInput } from '../../ui/lists/search-input.tsx';
import { StateTabs } from '../../ui/lists/state-tabs.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { AdminPage } from '../admin-page.tsx';
import { type QueueFilter, queueQuery, waitingQuery } from './queries.ts';
import classes from './requests.module.css';
import { waitText } from './wait-text.ts';

export interface QueueSearch {
  list?: string | undefined;
  assignee?: string | undefined;
  q?: string | undefined;
}

export function RequestsPage({ search }: { search: QueueSearch }) {
  const navigate = useNavigate();
  const { data: waiting } = useQuery(waitingQuery());
  const list = oneOf(requestLists, search.list) ?? 'waiting';
  const isMine = search.assignee === 'me';
  const tab = (title: string, to: QueueSearch, isCurrent: boolean, count: number | null | undefined) => ({
    ...{ title, isCurrent, search: { ...to, q: search.q } },
    count: typeof count === 'number' ? (count > 99 ? '99+' : String(count)) : count,
  });
  return (
    <AdminPage
      title="Обращения"
      explanation="Вопросы клиентов: дольше всех ждущие первыми"
      action={
        <LinkButton to="/admin/requests/answers" variant="default">
          Заготовки и правила
        </LinkButton>
      }
    >
      <div className={classes.list}>
        <StateTabs
          label="Очереди обращений"
          items={[
            tab('Ждут ответа', {}, list === 'waiting' && !isMine, waiting?.all),
            tab('Мои', { assignee: 'me' }, list === 'waiting' && isMine, waiting?.own),
            tab('Ждут клиента', { list: 'theirs' }, list === 'theirs', null),
            tab('Закрытые', { list: 'closed' }, list === 'closed', null),
            tab('Все', { list: 'all' }, list === 'all', null),
          ]}
        />
        <div className={classes.search}>
          <ViewsButton ofStaff list="requests" search={search} />
          <SearchInput
            label="Поиск обращений"
            placeholder="Слова, номер или организация"
            value={search.q}
            onChange={(q) =>
              void navigate({ to: '/admin/requests', search: { ...search, q }, replace: true, resetScroll: false })
            }
          />
        </div>
        <Queue filter={{ list, assignee: isMine ? 'me' : undefined, q: search.q }} />
      </div>
    </AdminPage>
  );
}

function Queue({ filter }: { filter: QueueFilter }) {
  const query = useInfiniteQuery(queueQuery(filter));
  if (query.error && !query.data)
    return <QueryFailure what="Обращения не загрузились" error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data?.length === 0)
    return (
      <Empty drawing={<DoneDrawing />} title={filter.q ? 'Ничего не нашлось' : 'Здесь пусто'}>
        {filter.list === 'waiting' && !filter.q ? 'На все обращения ответили.' : 'Таких обращений нет.'}
      </Empty>
    );
  return (
    <>
      <Records
        label="Обращения"
        columns={columns}
        items={query.data}
        keyOf={({ id }) => id}
        isOutdated={query.isPlaceholderData}
        isTall
      />
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
    </>
  );
}

const columns: RecordColumn<AdminRequest>[] = [
  {
    title: 'Обращение',
    render: ({ id, number, title, topic }) => (
      <span className={classes.lines}>
        <Link to="/admin/requests/$id" params={{ id }} data-row-link className={classes.title}>
          {title ?? requestTopics[topic]}
        </Link>
        <span>
          №&nbsp;{number} · {requestTopics[topic]}
        </span>
      </span>
    ),
  },
  {
    title: 'Клиент',
    width: '22%',
    render: ({ organizationId, organizationName, authorName }) => (
      <span className={classes.lines}>
        <LinkAnchor to="/admin/organizations" search={{ organization: organizationId }}>
          {organizationName}
        </LinkAnchor>
        <span>{authorName ?? 'Удалённый пользователь'}</span>
      </span>
    ),
  },
  {
    title: 'Состояние',
    width: '170px',
    render: ({ state }) => <RequestMark state={state} labels={staffRequestStates} />,
  },
  {
    title: 'Ждёт',
    width: '150px',
    render: ({ waitingSince, changedAt }) =>
      waitingSince ? waitText(waitingSince, currentTime()) : <Moment at={changedAt} />,
  },
  { title: 'Кто занимается', width: '150px', render: ({ assignee }) => assignee?.name ?? 'Никто' },
];
