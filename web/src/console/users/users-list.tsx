import { type AdminUser, listUsers, type UserSort } from '@kazna/contract/admin/users';
import type { Sent } from '@kazna/contract/shared/endpoint';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';
import { Moment } from '../../parts/moment.tsx';
import { PeopleDrawing } from '../../ui/cabinet-drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { type RecordColumn, Records } from '../../ui/lists/records.tsx';
import { rowTicks } from '../../ui/lists/ticks.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import classes from '../row-title.module.css';
import { useStaff } from '../staff.tsx';
import { StaffMark, UserStatusMark, type UsersSearch } from './user-labels.tsx';

interface UsersListProps {
  filter: UserFilter;
  search: UsersSearch;
  ticked: readonly AdminUser[];
  onTicked: (users: readonly AdminUser[]) => void;
  onSort: (sort: UserSort | undefined) => void;
}

export function UsersList({ filter, search, ticked, onTicked, onSort }: UsersListProps) {
  const { can, userId } = useStaff();
  const query = useInfiniteQuery(usersQuery(filter));
  if (query.error && !query.data) {
    return <QueryFailure what="Пользователи не загрузились" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data?.length === 0) {
    return (
      <Empty
        drawing={<PeopleDrawing />}
        title="Никто не нашёлся"
        action={
          <LinkButton to="/admin/users" search={{}}>
            Показать всех
          </LinkButton>
        }
      >
        Ищем по словам имени, началу e-mail и номеру целиком. Проверьте запрос и фильтры.
      </Empty>
    );
  }

  function tick(users: readonly AdminUser[], isTicked: boolean) {
    const rest = ticked.filter((one) => !users.some(({ id }) => id === one.id));
    onTicked(isTicked ? [...rest, ...users] : rest);
  }

  return (
    <>
      <Records
        isTall
        keyOf={({ id }) => id}
        label="Пользователи"
        columns={columnsOf(search, filter.sort, onSort)}
        items={query.data}
        isOutdated={query.isPlaceholderData}
        ticks={
          can('admin.manage')
            ? rowTicks(query.data, {
                isOffered: (user) => user.id !== userId && user.status !== 'deleted',
                labelOf: ({ name, email }) => `Выбрать: ${name}, ${email}`,
                ticked: new Set(ticked.map(({ id }) => id)),
                onTick: tick,
              })
            : undefined
        }
      />
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
    </>
  );
}

function columnsOf(
  search: UsersSearch,
  sort: UserSort | undefined,
  onSort: UsersListProps['onSort'],
): RecordColumn<AdminUser>[] {
  return [
    {
      title: 'Пользователь',
      sorting: {
        direction: sort === 'name' ? 'ascending' : undefined,
        onSort: () => onSort(sort === 'name' ? undefined : 'name'),
      },
      render: ({ id, name, email }) => (
        <span className={classes.main}>
          <Link
            to="/admin/users"
            search={{ ...search, user: id }}
            resetScroll={false}
            className={classes.link}
            data-row-link
          >
            {name}
          </Link>
          <span className={classes.secondary}>{email}</span>
        </span>
      ),
    },
    {
      title: 'Состояние',
      width: '220px',
      render: ({ status }) => <UserStatusMark status={status} />,
    },
    {
      title: 'Сотрудник',
      width: '160px',
      render: ({ operatorRole }) => (operatorRole ? <StaffMark role={operatorRole} /> : null),
    },
    {
      title: 'Создан',
      width: '200px',
      isExtra: true,
      sorting: {
        direction: sort === 'oldest' ? 'ascending' : sort === 'name' ? undefined : 'descending',
        onSort: () => onSort(sort === undefined ? 'oldest' : undefined),
      },
      render: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      title: 'Последний вход',
      width: '200px',
      render: ({ lastActiveAt }) => (lastActiveAt ? <Moment at={lastActiveAt} /> : 'Пока не было'),
    },
  ];
}

function usersQuery(filter: UserFilter) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'users', filter],
    queryFn: ({ pageParam: cursor }) => call(listUsers, { query: { ...filter, limit: 25, cursor } }),
    select: itemsOf,
    placeholderData: keepPreviousData,
  });
}

export type UserFilter = Omit<NonNullable<Sent<typeof listUsers>['query']>, 'limit' | 'cursor'>;
