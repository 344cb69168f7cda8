import type { AdminService } from '@kazna/contract/admin/services';
import type { AdminSubscription } from '@kazna/contract/admin/subscriptions';
import { formatMoney } from '@kazna/contract/shared/money';
import { subscriptionStatuses } from '@kazna/contract/shared/tariffs';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { formatDay } from '../../format/date.ts';
import { oneOf } from '../../navigation/plain-search.ts';
import { SubscriptionMark, subscriptionStatusLabels } from '../../parts/subscription-labels.tsx';
import { priceText } from '../../parts/tariff-texts.ts';
import { ViewsButton } from '../../parts/views-button.tsx';
import { StackDrawing } from '../../ui/cabinet-drawings.tsx';
import { SideSheet } from '../../ui/dialogs/side-sheet.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { NothingFiltered } from '../../ui/lists/filter-bar.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { type RecordColumn, Records } from '../../ui/lists/records.tsx';
import { StateTabs } from '../../ui/lists/state-tabs.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { AdminPage } from '../admin-page.tsx';
import { type Choice, ListFilters, type ListSearch } from '../list-filters.tsx';
import classes from '../list-page.module.css';
import rowTitle from '../row-title.module.css';
import { catalogueQuery, type SubscriptionFilter, subscriptionsQuery, tariffsIn } from './queries.ts';
import { SubscriptionDetails } from './subscription-details.tsx';

export interface SubscriptionsSearch {
  q?: string | undefined;
  status?: string | undefined;
  service?: string | undefined;
  tariff?: string | undefined;
  /** Id of a version of the tariff. */
  version?: string | undefined;
  /** Id of the open record. */
  subscription?: string | undefined;
}

export function SubscriptionsPage({ search }: { search: SubscriptionsSearch }) {
  const navigate = useNavigate();
  const { data: catalogue } = useQuery(catalogueQuery());
  const filter = filterOf(search);
  // Typing arrives late: it is added to the newest search, which may have opened a record meanwhile.
  const change = (changed: ListSearch, { isTyping } = { isTyping: false }) =>
    void navigate({
      to: '/admin/subscriptions',
      search: (current: object) => ({ ...current, ...changed, ...dependents(changed) }),
      replace: isTyping,
      resetScroll: false,
    });
  return (
    <AdminPage title="Подписки" explanation="Кто и что подключил, за что платит и когда следующее списание">
      <StateTabs
        label="Состояния подписок"
        items={[undefined, ...subscriptionStatuses].map((status) => ({
          title: status ? tabLabels[status] : 'Все',
          count: null,
          isCurrent: filter.status === status,
          search: { ...search, status, subscription: undefined },
        }))}
      />
      <div className={classes.list}>
        <ListFilters
          label="Фильтры подписок"
          searchedBy="Организация или ИНН"
          choices={choicesOf(catalogue ?? [], search)}
          search={{ ...search }}
          views={<ViewsButton ofStaff list="subscriptions" search={search} />}
          onChange={change}
        />
        <SubscriptionsList filter={filter} search={search} onClear={() => change(noFilter)} />
      </div>
      <SideSheet openId={search.subscription} onClose={() => change({ subscription: undefined })} title="Подписка">
        {(id) => <SubscriptionDetails key={id} subscriptionId={id} />}
      </SideSheet>
    </AdminPage>
  );
}

const tabLabels = {
  ...subscriptionStatusLabels,
  active: 'Работают',
  past_due: 'Ждут оплаты',
  suspended: 'Приостановлены',
  stopping: 'Отключаются',
  ended: 'Отключены',
};

const noFilter = { q: undefined, service: undefined, tariff: undefined, version: undefined, status: undefined };

/** A tariff belongs to a service, and a version to a tariff. */
function dependents(changed: ListSearch): ListSearch {
  if ('service' in changed) return { tariff: undefined, version: undefined };
  return 'tariff' in changed ? { version: undefined } : {};
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const idIn = (text: string | undefined) => (text !== undefined && uuid.test(text) ? text : undefined);

/** Malformed values in the URL are ignored. */
export function filterOf({ q, status, service, tariff, version }: SubscriptionsSearch): SubscriptionFilter {
  const conditions = {
    status: oneOf(subscriptionStatuses, status),
    search: q?.trim().slice(0, 128) || undefined,
    serviceId: idIn(service),
    tariffId: idIn(tariff),
    versionId: idIn(version),
  };
  return Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined));
}

function choicesOf(catalogue: readonly AdminService[], { service, tariff }: SubscriptionsSearch): Choice[] {
  const tariffs = tariffsIn(catalogue).filter((one) => service === undefined || one.service.id === service);
  const versions = tariffs.find((one) => one.tariff.id === tariff)?.tariff.versions ?? [];
  const titleOf = (one: (typeof tariffs)[number]) =>
    service === undefined ? `${one.service.name}: ${one.tariff.name}` : one.tariff.name;
  const choices = [
    { name: 'service', label: 'Услуга', labels: Object.fromEntries(catalogue.map(({ id, name }) => [id, name])) },
    { name: 'tariff', label: 'Тариф', labels: Object.fromEntries(tariffs.map((one) => [one.tariff.id, titleOf(one)])) },
    {
      name: 'version',
      label: 'Версия тарифа',
      labels: Object.fromEntries(versions.map(({ id, number }) => [id, `Версия ${number}`])),
    },
  ];
  return choices.filter(({ labels }) => Object.keys(labels).length > 0);
}

interface SubscriptionsListProps {
  filter: SubscriptionFilter;
  search: SubscriptionsSearch;
  onClear: () => void;
}

function SubscriptionsList({ filter, search, onClear }: SubscriptionsListProps) {
  const query = useInfiniteQuery(subscriptionsQuery(filter));
  if (query.error && !query.data) {
    return <QueryFailure what="Подписки не загрузились" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data?.length === 0) {
    if (Object.keys(filter).length > 0) return <NothingFiltered what="подписок" onClear={onClear} />;
    return (
      <Empty
        drawing={<StackDrawing />}
        title="Подписок пока нет"
        action={<LinkButton to="/admin/services">Открыть услуги</LinkButton>}
      >
        Они появятся, когда клиент подключит услугу или вы подключите её на странице организации.
      </Empty>
    );
  }
  return (
    <>
      <Records
        isTall
        keyOf={({ id }) => id}
        label="Подписки"
        columns={columnsOf(search)}
        items={query.data}
        isOutdated={query.isPlaceholderData}
      />
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
    </>
  );
}

function columnsOf(search: SubscriptionsSearch): RecordColumn<AdminSubscription>[] {
  return [
    {
      title: 'Организация',
      render: ({ id, organization }) => (
        <Link
          to="/admin/subscriptions"
          search={{ ...search, subscription: id }}
          resetScroll={false}
          className={rowTitle.link}
          data-row-link
        >
          {organization.name}
        </Link>
      ),
    },
    {
      title: 'Услуга',
      render: ({ service, tariff, quantity }) => (
        <span className={rowTitle.main}>
          <span>{service.name}</span>
          <span className={rowTitle.secondary}>
            {tariff.name}
            {quantity > 1 && ` × ${quantity.toLocaleString('ru')}`}
          </span>
        </span>
      ),
    },
    { title: 'Состояние', width: '180px', render: ({ status }) => <SubscriptionMark status={status} /> },
    {
      title: 'За период',
      width: '210px',
      isExtra: true,
      render: ({ periodMinor, terms }) => priceText(periodMinor, terms),
    },
    {
      title: 'Следующее списание',
      width: '190px',
      isAmount: true,
      render: ({ nextCharge, terms }) =>
        nextCharge ? (
          <span className={rowTitle.main}>
            <span>{formatMoney({ amountMinor: nextCharge.amountMinor, currency: terms.currency })}</span>
            <span className={rowTitle.secondary}>{formatDay(nextCharge.on, 'UTC')}</span>
          </span>
        ) : (
          '—'
        ),
    },
  ];
}
