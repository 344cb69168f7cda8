import { exportEntries } from '@kazna/contract/cabinet/balance';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { download } from '../../api/download.ts';
import { OperationSections } from '../../parts/operation-sections.tsx';
import { activeMembership, profileQuery, useActiveOrganization } from '../../queries/profile.ts';
import { StackDrawing } from '../../ui/cabinet-drawings.tsx';
import { useLoaded } from '../../ui/dialogs/use-dialog.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { ExportMenu } from '../../ui/lists/export.tsx';
import { NothingFiltered } from '../../ui/lists/filter-bar.tsx';
import classes from '../../ui/lists/filtered-list.module.css';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { Records } from '../../ui/lists/records.tsx';
import { Page, QueryFailure } from '../../ui/page.tsx';
import { operationColumns } from './operation-columns.tsx';
import { OperationFilters } from './operation-filters.tsx';
import { HeldMark, OperationTotals } from './operation-totals.tsx';
import table from './operations-table.module.css';
import { promisedPaymentsQuery, withPromised } from './promised-rows.ts';
import { type OperationsRequest, operationsQuery, operationTotalsQuery } from './queries.ts';
import { chipsOf, type OperationsSearch, toFilter, zoneOf } from './search.ts';

export function OperationsPage({ search }: { search: OperationsSearch }) {
  const navigate = useNavigate();
  const { id, can, timezone } = useActiveOrganization();
  const { data: profile } = useQuery(profileQuery());
  const isPerson = activeMembership(profile)?.kind === 'person';
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
    <Page title="Операции" help="operations" beside={<HeldMark organizationId={id} />} action={exporting}>
      <div className={classes.list}>
        <OperationSections current={listOf(search)} transfers={isPerson ? null : undefined} />
        <OperationFilters
          search={search}
          onChange={change}
          totals={<OperationTotals totals={totals.data} hasFailed={totals.isError} />}
        />
        <OperationsList request={request} search={search} onClear={() => go({})} />
      </div>
      <OpenOperation search={search} />
    </Page>
  );
}

function listOf({ kind, direction }: OperationsSearch): 'all' | 'charges' | undefined {
  if (kind === 'charge') return 'charges';
  return kind || direction ? undefined : 'all';
}

const loadSheet = () => import('./operation-sheet.tsx').then(({ OperationSheet }) => OperationSheet);

/** The operation of the address, over the list. Closing goes back where the list is the step before. */
function OpenOperation({ search }: { search: OperationsSearch }) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const { isSheetOverList } = useLocation().state;
  const close = () => {
    if (isSheetOverList) history.back();
    else void navigate({ to: '.', search: { ...search, operation: undefined }, replace: true, resetScroll: false });
  };
  const Sheet = useLoaded(search.operation !== undefined, loadSheet, close);
  return Sheet && <Sheet search={search} onClose={close} />;
}

interface OperationsListProps {
  request: OperationsRequest | undefined;
  search: OperationsSearch;
  onClear: () => void;
}

function OperationsList({ request, search, onClear }: OperationsListProps) {
  const { can, timezone } = useActiveOrganization();
  const list = useInfiniteQuery(operationsQuery(request));
  const { data: promises } = useQuery(
    promisedPaymentsQuery(can('services.read') ? request?.organizationId : undefined),
  );
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
        items={operations && withPromised(operations, promises ?? [], request?.filter ?? {}, hasNextPage)}
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
