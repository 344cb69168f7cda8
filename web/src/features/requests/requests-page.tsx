import { type Request, requestTopics } from '@kazna/contract/cabinet/requests';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { oneOf } from '../../navigation/plain-search.ts';
import { Moment } from '../../parts/moment.tsx';
import { RequestMark } from '../../parts/requests/request-labels.tsx';
import { ViewsButton } from '../../parts/views-button.tsx';
import { useActiveOrganization } from '../../queries/profile.ts';
import { EnvelopeDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { type RecordColumn, Records } from '../../ui/lists/records.tsx';
import { SearchInput } from '../../ui/lists/search-input.tsx';
import { StateTabs } from '../../ui/lists/state-tabs.tsx';
import { Page, QueryFailure } from '../../ui/page.tsx';
import { type RequestFilter, requestsQuery } from './queries.ts';
import classes from './requests-page.module.css';

export interface RequestsSearch {
  state?: string | undefined;
  q?: string | undefined;
}

const tabs = [
  [undefined, 'Все'],
  ['open', 'Открытые'],
  ['closed', 'Закрытые'],
] as const;

export function RequestsPage({ search }: { search: RequestsSearch }) {
  const navigate = useNavigate();
  const filter = { state: oneOf(['open', 'closed'] as const, search.state), q: search.q };
  return (
    <Page title="Обращения" help="requests" explanation="Вопросы в поддержку и ответы на них" action={<Ask />}>
      <div className={classes.list}>
        <StateTabs
          label="Состояние обращений"
          items={tabs.map(([state, title]) => ({
            ...{ title, count: null, isCurrent: state === filter.state, search: { ...search, state } },
          }))}
        />
        <div className={classes.search}>
          <ViewsButton list="requests" search={search} />
          <SearchInput
            label="Поиск обращений"
            placeholder="Слова или номер"
            value={search.q}
            onChange={(q) =>
              void navigate({ to: '/requests', search: { ...search, q }, replace: true, resetScroll: false })
            }
          />
        </div>
        <Found filter={filter} />
      </div>
    </Page>
  );
}

function Ask() {
  return <LinkButton to="/requests/new">Новое обращение</LinkButton>;
}

function Found({ filter }: { filter: RequestFilter }) {
  const { id } = useActiveOrganization();
  const query = useInfiniteQuery(requestsQuery(id, filter));
  if (query.error && !query.data)
    return <QueryFailure what="Обращения не загрузились" error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data?.length === 0) return <Nothing isFiltered={Boolean(filter.state || filter.q)} />;
  return (
    <>
      <Records
        label="Обращения"
        columns={columns}
        items={query.data}
        keyOf={(request) => request.id}
        isOutdated={query.isPlaceholderData}
        isTall
      />
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
    </>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Empty
      drawing={<EnvelopeDrawing />}
      title="Таких обращений нет"
      action={
        <LinkButton to="/requests" search={{}} variant="default">
          Показать все
        </LinkButton>
      }
    >
      По выбранным фильтрам ничего не нашлось.
    </Empty>
  ) : (
    <Empty drawing={<EnvelopeDrawing />} title="Обращений пока нет" action={<Ask />}>
      Спросите о платеже, документе или услуге: ответ придёт сюда и на почту.
    </Empty>
  );
}

const columns: RecordColumn<Request>[] = [
  {
    title: 'Обращение',
    render: ({ id, number, title, topic }) => (
      <span className={classes.lines}>
        <Link to="/requests/$id" params={{ id }} data-row-link className={classes.title}>
          {title ?? requestTopics[topic]}
        </Link>
        <span>
          №&nbsp;{number} · {requestTopics[topic]}
        </span>
      </span>
    ),
  },
  { title: 'Состояние', width: '220px', render: ({ state }) => <RequestMark state={state} /> },
  {
    title: 'Кто написал',
    width: '180px',
    render: ({ isOwn, authorName }) => (isOwn ? 'Вы' : (authorName ?? 'Удалённый пользователь')),
  },
  { title: 'Изменилось', width: '170px', render: ({ changedAt }) => <Moment at={changedAt} /> },
];
