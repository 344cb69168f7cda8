import { exportEntries } from '@kazna/contract/cabinet/balance';
import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { download } from '../../api/download.ts';
import { useActiveOrganization } from '../../queries/active-organization.ts';
import { StackDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { ExportMenu } from '../../ui/lists/export-menu.tsx';
import { FilterChips } from '../../ui/lists/filter-chips.tsx';
import classes from '../../ui/lists/filtered-list.module.css';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { Page, QueryFailure } from '../../ui/page.tsx';
import { OperationFilters } from './operation-filters.tsx';
import { OperationTotals } from './operation-totals.tsx';
import { OperationsTable } from './operations-table.tsx';
import { type OperationsRequest, operationsQuery, operationTotalsQuery } from './queries.ts';
import { chipsOf, type OperationsSearch, toFilter, zoneOf } from './search.ts';

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

  return (
    <Page title="Операции" explanation="Всё, что меняло баланс: пополнения, возвраты, списания и корректировки.">
      <div className={classes.list}>
        <OperationFilters search={search} onChange={change} />
        <FilterChips chips={chipsOf(search)} onChange={change} />
        <div className={classes.above}>
          <OperationTotals totals={totals.data} hasFailed={totals.isError} />
          {request && canExport && (
            <ExportMenu
              fetchFile={(format, options) =>
                download(
                  exportEntries,
                  { params: { organizationId: request.organizationId }, query: { ...request.filter, format } },
                  options,
                )
              }
            />
          )}
        </div>
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
  return (
    <>
      <OperationsTable
        operations={operations}
        timezone={zoneOf(search, timezone) ?? 'Europe/Moscow'}
        search={search}
        isOutdated={isPlaceholderData}
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

function OperationsEmpty({ isFiltered, canTopUp, onClear }: OperationsEmptyProps) {
  if (isFiltered) {
    const clear = <Button onClick={onClear}>Сбросить фильтры</Button>;
    return (
      <Empty drawing={<StackDrawing />} title="Таких операций нет" action={clear}>
        По этим условиям деньги не двигались.
      </Empty>
    );
  }
  const topUp = canTopUp && <LinkButton to="/payments/create">Пополнить</LinkButton>;
  return (
    <Empty drawing={<StackDrawing />} title="Операций пока нет" action={topUp}>
      Пополните баланс, и здесь появится первая операция.
    </Empty>
  );
}
