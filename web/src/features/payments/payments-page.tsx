import { exportPayments, type PaymentFilter } from '@kazna/contract/cabinet/payments';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { download } from '../../api/download.ts';
import { needsTimezone } from '../../format/period.ts';
import { useActiveOrganization } from '../../queries/active-organization.ts';
import { ExportMenu } from '../../ui/lists/export-menu.tsx';
import { FilterChips } from '../../ui/lists/filter-chips.tsx';
import classes from '../../ui/lists/filtered-list.module.css';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { Page, QueryFailure } from '../../ui/page.tsx';
import { PaymentFilters } from './payment-filters.tsx';
import { PaymentsEmpty } from './payments-empty.tsx';
import { PaymentsTable } from './payments-table.tsx';
import { paymentsQuery, paymentTotalsQuery } from './queries.ts';
import { chipsOf, type PaymentsSearch, toFilter } from './search.ts';
import { TotalsLine } from './totals-line.tsx';

export function PaymentsPage({ search }: { search: PaymentsSearch }) {
  const navigate = useNavigate();
  const { can, timezone } = useActiveOrganization();
  const filter = timezone || !needsTimezone(search) ? toFilter(search, timezone ?? 'UTC') : undefined;

  const totals = useQuery({ ...paymentTotalsQuery(filter ?? {}), enabled: filter !== undefined });
  const canExport = can('payments.export') && totals.data?.count !== 0;

  const go = (next: PaymentsSearch, replace = false) =>
    void navigate({ to: '.', search: next, replace, resetScroll: false });
  const change = (changed: PaymentsSearch, { isTyping } = { isTyping: false }) =>
    go({ ...search, ...changed }, isTyping);
  const clear = () => go({});

  return (
    <Page title="Платежи">
      <div className={classes.list}>
        <PaymentFilters search={search} onChange={change} />
        <FilterChips chips={chipsOf(search)} onChange={change} />
        <div className={classes.above}>
          <TotalsLine totals={totals.data} hasFailed={totals.isError} />
          {filter && canExport && (
            <ExportMenu
              fetchFile={(format, options) => download(exportPayments, { query: { ...filter, format } }, options)}
            />
          )}
        </div>
        <PaymentsList filter={filter} isFiltered={chipsOf(search).length > 0} onClear={clear} />
      </div>
    </Page>
  );
}

interface PaymentsListProps {
  /** Undefined until the time zone is known, for filters by day. */
  filter: PaymentFilter | undefined;
  isFiltered: boolean;
  onClear: () => void;
}

function PaymentsList({ filter, isFiltered, onClear }: PaymentsListProps) {
  const { can } = useActiveOrganization();
  const {
    data: payments,
    error,
    refetch,
    isPlaceholderData,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
  } = useInfiniteQuery({
    ...paymentsQuery(filter ?? {}),
    enabled: filter !== undefined,
  });
  if (error && !payments) {
    return <QueryFailure what="Платежи не загрузились" error={error} onRetry={() => void refetch()} />;
  }
  if (payments?.length === 0) {
    return <PaymentsEmpty isFiltered={isFiltered} canCreate={can('payments.create')} onClear={onClear} />;
  }
  return (
    <>
      <PaymentsTable payments={payments} isOutdated={isPlaceholderData} />
      <LoadMore hasMore={hasNextPage} isLoading={isFetchingNextPage} onLoad={fetchNextPage} />
    </>
  );
}
