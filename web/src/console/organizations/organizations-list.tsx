import {
  type AdminOrganization,
  listAllOrganizations,
  type OrganizationSort,
} from '@kazna/contract/admin/organizations';
import type { Sent } from '@kazna/contract/shared/endpoint';
import { formatMoney } from '@kazna/contract/shared/money';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';
import { Moment } from '../../parts/moment.tsx';
import { kindNames, organizationTitle } from '../../parts/organization-kind.tsx';
import { CompassDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { type RecordColumn, Records } from '../../ui/lists/records.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import classes from '../row-title.module.css';
import { balancesInOrder, OrganizationStatusMark, type OrganizationsSearch } from './organization-labels.tsx';

interface OrganizationsListProps {
  filter: OrganizationFilter;
  search: OrganizationsSearch;
  onSort: (sort: OrganizationSort | undefined) => void;
}

/** The filter against empty personal accounts is on from the start, so it counts as no choice. */
export function isNarrowed(filter: OrganizationFilter): boolean {
  return Object.entries(filter).some(([name, value]) => value !== undefined && !['empty', 'sort'].includes(name));
}

function NothingFound() {
  return (
    <Empty
      drawing={<CompassDrawing />}
      title="Ничего не нашлось"
      action={
        <LinkButton to="/admin/organizations" search={{}}>
          Показать все
        </LinkButton>
      }
    >
      Ищем по словам названия, началу ИНН и номеру целиком. Проверьте запрос и фильтры.
    </Empty>
  );
}

function NobodyYet() {
  return (
    <Empty
      drawing={<CompassDrawing />}
      title="Организаций пока нет"
      action={
        <LinkButton to="/admin/organizations" search={{ empty: 'show' }}>
          Показать личные счета
        </LinkButton>
      }
    >
      Здесь появятся организации клиентов и личные счета с деньгами. Личный счёт без денег есть у каждого, кто
      зарегистрировался.
    </Empty>
  );
}

export function OrganizationsList({ filter, search, onSort }: OrganizationsListProps) {
  const query = useInfiniteQuery(organizationsQuery(filter));
  if (query.error && !query.data) {
    return <QueryFailure what="Организации не загрузились" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data?.length === 0) return isNarrowed(filter) ? <NothingFound /> : <NobodyYet />;
  return (
    <>
      <Records
        isTall
        keyOf={({ id }) => id}
        label="Организации"
        columns={columnsOf(search, filter.sort, onSort)}
        items={query.data}
        isOutdated={query.isPlaceholderData}
      />
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
    </>
  );
}

function columnsOf(
  search: OrganizationsSearch,
  sort: OrganizationSort | undefined,
  onSort: OrganizationsListProps['onSort'],
): RecordColumn<AdminOrganization>[] {
  return [
    {
      title: 'Организация',
      sorting: {
        direction: sort === 'name' ? 'ascending' : undefined,
        onSort: () => onSort(sort === 'name' ? undefined : 'name'),
      },
      render: ({ id, ...organization }) => (
        <span className={classes.main}>
          <Link
            to="/admin/organizations"
            search={{ ...search, organization: id }}
            resetScroll={false}
            className={classes.link}
            data-row-link
          >
            {organizationTitle(organization)}
          </Link>
          <span className={classes.secondary}>{explanationOf(organization)}</span>
        </span>
      ),
    },
    { title: 'ИНН', width: '150px', render: ({ inn }) => inn },
    { title: 'Состояние', width: '170px', render: ({ status }) => <OrganizationStatusMark status={status} /> },
    { title: 'Участников', width: '110px', isAmount: true, render: ({ members }) => members.toLocaleString('ru') },
    {
      title: 'Создана',
      width: '200px',
      isExtra: true,
      sorting: {
        direction: sort === 'oldest' ? 'ascending' : sort === undefined ? 'descending' : undefined,
        onSort: () => onSort(sort === undefined ? 'oldest' : undefined),
      },
      render: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      title: 'Баланс',
      width: '180px',
      isAmount: true,
      sorting: {
        direction: sort === 'balance' ? 'descending' : sort === 'debt' ? 'ascending' : undefined,
        onSort: () => onSort(sort === 'balance' ? 'debt' : 'balance'),
      },
      render: ({ balances }) => <Balance balances={balances} />,
    },
  ];
}

function explanationOf(organization: Pick<AdminOrganization, 'kind' | 'name' | 'ownerName'>): string {
  const { kind, ownerName } = organization;
  const isOwnerInTitle = organizationTitle(organization) === ownerName;
  return [kindNames[kind], isOwnerInTitle ? null : ownerName].filter(Boolean).join(' · ');
}

function Balance({ balances }: Pick<AdminOrganization, 'balances'>) {
  const [first, ...rest] = balancesInOrder(balances);
  return (
    <span>
      {first && <strong>{formatMoney(first)}</strong>}
      {rest.length > 0 && (
        <span className={classes.secondary} title={rest.map(formatMoney).join(', ')}>
          {' '}
          и ещё {rest.length}
        </span>
      )}
    </span>
  );
}

function organizationsQuery(filter: OrganizationFilter) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'organizations', filter],
    queryFn: ({ pageParam: cursor }) => call(listAllOrganizations, { query: { ...filter, limit: 25, cursor } }),
    select: itemsOf,
    placeholderData: keepPreviousData,
  });
}

export type OrganizationFilter = Omit<NonNullable<Sent<typeof listAllOrganizations>['query']>, 'limit' | 'cursor'>;
