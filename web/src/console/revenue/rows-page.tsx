import type { ChargeKind } from '@kazna/contract/admin/revenue';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { periodName } from '../../format/months.ts';
import type { PluralForms } from '../../format/numbers.ts';
import { CompassDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LinkAnchor, LinkButton } from '../../ui/links.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { Records } from '../../ui/lists/records.tsx';
import { StateTabs } from '../../ui/lists/state-tabs.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { AdminPage } from '../admin-page.tsx';
import { ExportButton } from '../export-button.tsx';
import classes from '../list-page.module.css';
import { catalogueQuery, tariffsIn } from '../services/queries.ts';
import { StaffOnly } from '../staff.tsx';
import { loadRows, type RowItems, type Rows, rowsQuery } from './queries.ts';
import { columnsOf, customerMoveLabels, exportOf, moveLabels } from './row-columns.tsx';
import { type RowList, type RowsSearch, rowsOf } from './search.ts';

const chargeLabels: Record<ChargeKind, string> = {
  fixed: 'Абонентская плата',
  usage: 'По счётчикам',
  setup: 'Подключение',
  other: 'Остальное',
};
const titles: Record<RowList, (month: string) => string> = {
  moves: (month) => `Движение MRR: ${month}`,
  subscriptions: (month) => `MRR на конец месяца: ${month}`,
  customers: (month) => `Выручка по клиентам: ${month}`,
  'customer-moves': (month) => `Клиенты: ${month}`,
  debtors: () => 'Должники',
  upcoming: () => 'Списания ближайших 30 дней',
};

const explanations: Record<RowList, string> = {
  moves: 'Подписки, которые стали приносить в месяц больше или меньше',
  subscriptions: 'Сколько каждая подписка приносит в месяц и с какого дня',
  customers: 'Сколько мы списали каждому клиенту за месяц без возвратов списаний',
  'customer-moves': 'Организации, которые начали платить за подписки, вернулись или ушли',
  debtors: 'Организации с балансом ниже нуля, самый большой долг сначала',
  upcoming: 'Что подписки спишут, если ничего не изменится, ближайшие сначала',
};

const tabsOf: Record<RowList, Record<string, string> | null> = {
  moves: { ...moveLabels, lost: 'Убыло' },
  subscriptions: null,
  customers: chargeLabels,
  'customer-moves': customerMoveLabels,
  debtors: null,
  upcoming: null,
};

/** Rows behind one figure of the page of revenue. */
export function RevenueRowsPage({ search }: { search: RowsSearch }) {
  const rows = rowsOf(search);
  const { currency, service, tariff } = search;
  const tabs = tabsOf[rows.list];
  const cohort =
    rows.list === 'customers' && rows.cohort ? `. Первое списание: ${periodName(rows.cohort).toLowerCase()}` : '';
  return (
    <AdminPage
      title={titles[rows.list](periodName(rows.month).toLowerCase())}
      explanation={
        <>
          {explanations[rows.list]}
          {cohort}
          <ScopeName search={search} />
        </>
      }
      back={
        <LinkAnchor to="/admin/revenue" search={{ currency, service, tariff }}>
          ← Выручка
        </LinkAnchor>
      }
    >
      <StaffOnly permission="admin.money">
        {tabs && (
          <StateTabs
            label="Виды"
            items={[undefined, ...Object.keys(tabs)].map((kind) => ({
              title: kind ? (tabs[kind] as string) : 'Все',
              count: null,
              isCurrent: (search.kind && Object.hasOwn(tabs, search.kind) ? search.kind : undefined) === kind,
              search: { ...search, kind },
            }))}
          />
        )}
        <div className={classes.list}>
          <RowsList key={rows.list} list={rows.list} rows={rows} />
        </div>
      </StaffOnly>
    </AdminPage>
  );
}

/** «. Только Облако: Старт»: rows have no filters of their own. */
function ScopeName({ search: { service, tariff } }: { search: RowsSearch }) {
  const { data: catalogue = [] } = useQuery({ ...catalogueQuery(), enabled: Boolean(service || tariff) });
  const found = tariffsIn(catalogue).find((one) => one.tariff.id === tariff);
  const name = found ? `${found.service.name}: ${found.tariff.name}` : catalogue.find(({ id }) => id === service)?.name;
  return name ? `. Только ${name}` : null;
}

const rowForms: PluralForms = ['строка', 'строки', 'строк'];

export function RowsList<List extends RowList>({ list, rows }: { list: List; rows: Rows }) {
  const query = useInfiniteQuery(rowsQuery(list, rows));
  const { currency } = rows.scope;
  if (query.error && !query.data)
    return <QueryFailure what="Строки не загрузились" error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data?.length === 0)
    return (
      <Empty
        drawing={<CompassDrawing />}
        title={list === 'debtors' ? 'Никто не должен' : 'Здесь ничего нет'}
        action={<LinkButton to="/admin/revenue">К выручке</LinkButton>}
      >
        {list === 'debtors' ? 'У всех организаций баланс не ниже нуля.' : 'В этом месяце таких строк не было.'}
      </Empty>
    );
  const { fileName, head, cellsOf, keyOf } = exportOf[list];
  return (
    <>
      <div>
        <ExportButton<RowItems[List]>
          fileName={fileName}
          forms={rowForms}
          load={(cursor) => loadRows[list](rows, { limit: 100, cursor })}
          head={head(currency)}
          rowOf={(item) => cellsOf(item, currency)}
        />
      </div>
      <Records<RowItems[List]>
        isTall
        label={titles[list](periodName(rows.month).toLowerCase())}
        keyOf={keyOf}
        columns={columnsOf[list](currency)}
        items={query.data}
        isOutdated={query.isPlaceholderData}
      />
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
    </>
  );
}
