import { exportEntries } from '@kazna/contract/cabinet/balance';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { download } from '../../api/download.ts';
import { useActiveOrganization } from '../../queries/profile.ts';
import { StackDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { ExportMenu } from '../../ui/lists/export.tsx';
import { NothingFiltered } from '../../ui/lists/filter-bar.tsx';
import classes from '../../ui/lists/filtered-list.module.css';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { Records } from '../../ui/lists/records.tsx';
import { StateTabs } from '../../ui/lists/state-tabs.tsx';
import { Page, QueryFailure } from '../../ui/page.tsx';
import { operationColumns } from './operation-columns.tsx';
import { OperationFilters } from './operation-filters.tsx';
import { HeldMark, OperationTotals } from './operation-totals.tsx';
import table from './operations-table.module.css';
import { type OperationsRequest, operationsQuery, operationTotalsQuery } from './queries.ts';
import { chipsOf, type OperationsSearch, toFilter, zoneOf } from './search.ts';

const directionTabs = [
  [undefined, 'Все'],
  ['in', 'Приход'],
  ['out', 'Расход'],
] as const;

export function OperationsPage({ search }: { search: OperationsSearch }) {
  const navigate = useNavigate();
  const { id, can, timezone } = useActiveOrganization();
  const filter = toFilter(search, timezone);
  const request = id && filter ? { organizationId: id, filter } : undefined;
  const totals = useQuery(operationTotalsQuery(request));
  const canExport = can('payments.export') && totals.data?.count !== 0;

  const go = (next: OperationsSearch, replace = false) =>
    void navigate({ to: '.', search: next, replace, resetScroll: false });
  const change = (changed: OperationsSearch, { isTyping } = { isTyping: false }) =>
    go({ ...search, ...changed }, isTyping);

  const exporting = request && canExport && (
    <ExportMenu
      fetchFile={(format, options) =>
        download(
          exportEntries,
          { params: { organizationId: request.organizationId }, query: { ...request.filter, format } },
          options,
        )
      }
    />
  );
  return (
    <Page title="Операции" beside={<HeldMark organizationId={id} />} action={exporting}>
      <div className={classes.list}>
        <StateTabs
          label="Направление операций"
          items={directionTabs.map(([direction, title]) => ({
            title,
            count: null,
            isCurrent: filter?.direction === direction,
            search: { ...search, direction },
          }))}
        />
        <OperationFilters
          search={search}
          onChange={change}
          totals={<OperationTotals totals={totals.data} hasFailed={totals.isError} />}
        />
        <OperationsList request={request} search={search} onClear={() => go({})} />
      </div>
    </Page>
  );
}

interface OperationsListProps {
  request: OperationsRequest | undefined;
  search: OperationsSearch;
  onClear: () => void;
}

function OperationsList({ request, search, onClear }: OperationsListProps) {
  const { can, timezone } = useActiveOrganization();
  const list = useInfiniteQuery(operationsQuery(request));
  const { data: operations, error, refetch, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  if (error && !operations) {
    return <QueryFailure what="Операции не загрузились" error={error} onRetry={() => void refetch()} />;
  }
  if (operations?.length === 0) {
    return (
      <OperationsEmpty isFiltered={chipsOf(search).length > 0} canTopUp={can('payments.create')} onClear={onClear} />
    );
  }
  const zone = zoneOf(search, timezone) ?? 'Europe/Moscow';
  return (
    <>
      <Records
        label="Операции"
        columns={operationColumns(zone, search)}
        items={operations}
        keyOf={({ id }) => id}
        days={{ timeOf: ({ createdAt }) => createdAt, timezone: zone }}
        isOutdated={isPlaceholderData}
        skeletonRows={12}
        className={table.operations}
      />
      <LoadMore hasMore={hasNextPage} isLoading={isFetchingNextPage} onLoad={fetchNextPage} />
    </>
  );
}

interface OperationsEmptyProps {
  isFiltered: boolean;
  canTopUp: boolean;
  onClear: () => void;
}

export function OperationsEmpty({ isFiltered, canTopUp, onClear }: OperationsEmptyProps) {
  if (isFiltered) return <NothingFiltered what="операций" onClear={onClear} />;
  const topUp = canTopUp && <LinkButton to="/payments/create">Пополнить</LinkButton>;
  return (
    <Empty drawing={<StackDrawing />} title="Операций пока нет" action={topUp}>
      Пополните баланс, и здесь появится первая операция.
    </Empty>
  );
}
