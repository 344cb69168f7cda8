import {
  type BankTransferTotals,
  exportBankTransfers,
  type TransferFilter,
} from '@kazna/contract/cabinet/bank-transfers';
import { exportPayments, type PaymentFilter } from '@kazna/contract/cabinet/payments';
import { formatMoney, groupThousands } from '@kazna/contract/shared/money';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { download } from '../../../api/download.ts';
import { needsTimezone } from '../../../format/period.ts';
import { OperationSections } from '../../../parts/operation-sections.tsx';
import { paymentsQuery, paymentTotalsQuery } from '../../../queries/payments.ts';
import { activeMembership, profileQuery, useActiveOrganization } from '../../../queries/profile.ts';
import { ExportMenu } from '../../../ui/lists/export.tsx';
import classes from '../../../ui/lists/filtered-list.module.css';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { Records } from '../../../ui/lists/records.tsx';
import { Totals } from '../../../ui/lists/totals.tsx';
import { Page, QueryFailure } from '../../../ui/page.tsx';
import { PaymentFilters, TransferFilters } from './filters.tsx';
import { paymentColumns } from './payment-columns.tsx';
import { PaymentsEmpty, PaymentTabs } from './payment-tabs.tsx';
import table from './payments-table.module.css';
import {
  chipsOf,
  groupOf,
  isNarrowed,
  isTransfersTab,
  type PaymentsSearch,
  toFilter,
  toTransferFilter,
  transfersTab,
} from './search.ts';
import { TotalsLine } from './totals.tsx';
import { TransfersList, transfersQuery, transferTotalsQuery } from './transfers-list.tsx';

const BankReturns = lazy(async () => ({ default: (await import('./bank-returns.tsx')).BankReturns }));

export function PaymentsPage({ search }: { search: PaymentsSearch }) {
  const navigate = useNavigate();
  const { can, timezone } = useActiveOrganization();
  const { data: profile } = useQuery(profileQuery());
  const kind = activeMembership(profile)?.kind;
  const isTransfers = isTransfersTab(search);
  const filter = timezone || !needsTimezone(search) ? toFilter(search, timezone ?? 'UTC') : undefined;

  const totals = useQuery({ ...paymentTotalsQuery(filter ?? {}), enabled: filter !== undefined });
  const hasTransfers = kind !== undefined && kind !== 'person';
  const allTransfers = useQuery({ ...transferTotalsQuery({}), enabled: hasTransfers || isTransfers });
  const transfersCount = hasTransfers || isTransfers ? allTransfers.data?.count : null;
  const canExport = can('payments.export') && totals.data?.count !== 0;

  const go = (next: PaymentsSearch, replace = false) =>
    void navigate({ to: '.', search: next, replace, resetScroll: false });
  const change = (changed: PaymentsSearch, { isTyping } = { isTyping: false }) =>
    go({ ...search, ...changed }, isTyping);

  const sections = (
    <OperationSections
      current={isTransfers ? 'transfers' : 'payments'}
      transfers={typeof transfersCount === 'number' ? groupThousands(transfersCount) : transfersCount}
    />
  );

  if (isTransfers) {
    const transfers = filter && toTransferFilter(search, timezone ?? 'UTC');
    return (
      <Page
        title="Операции"
        help="operations"
        action={transfers && can('payments.export') && <TransfersExport filter={transfers} />}
      >
        <div className={classes.list}>
          {sections}
          <Suspense>
            <BankReturns />
          </Suspense>
          <TransferFilters
            search={search}
            onChange={change}
            totals={transfers && <TransferTotals filter={transfers} />}
          />
          <TransfersList filter={transfers} onClear={() => go({ status: transfersTab })} />
        </div>
      </Page>
    );
  }
  const exporting = filter && canExport && (
    <ExportMenu fetchFile={(format, options) => download(exportPayments, { query: { ...filter, format } }, options)} />
  );
  return (
    <Page title="Операции" help="operations" action={exporting}>
      <div className={classes.list}>
        {sections}
        <PaymentTabs search={search} counts={totals.data?.counts} />
        <PaymentFilters
          search={search}
          onChange={change}
          totals={<TotalsLine totals={totals.data} hasFailed={totals.isError} />}
        />
        <PaymentsList filter={filter} search={search} transfers={transfersCount ?? 0} onClear={() => go({})} />
      </div>
    </Page>
  );
}

function TransferTotals({ filter }: { filter: TransferFilter }) {
  const { data, isError } = useQuery(transferTotalsQuery(filter));
  return (
    <Totals count={data?.count} forms={['перевод', 'перевода', 'переводов']} hasFailed={isError}>
      {data && data.count > 0 && <TransfersSum {...data} />}
    </Totals>
  );
}

function TransfersSum(sum: BankTransferTotals) {
  return (
    <span>
      Зачислено&nbsp;<b>{formatMoney(sum)}</b>
    </span>
  );
}

function TransfersExport({ filter }: { filter: TransferFilter }) {
  const { data } = useInfiniteQuery(transfersQuery(filter));
  if (!data?.length) return null;
  return (
    <ExportMenu
      fetchFile={(format, options) => download(exportBankTransfers, { query: { ...filter, format } }, options)}
    />
  );
}

interface PaymentsListProps {
  /** Undefined until the time zone is known, for filters by day. */
  filter: PaymentFilter | undefined;
  search: PaymentsSearch;
  /** How many bank transfers there are, which this list leaves out. */
  transfers: number;
  onClear: () => void;
}

function PaymentsList({ filter, search, transfers, onClear }: PaymentsListProps) {
  const { can, timezone } = useActiveOrganization();
  const list = useInfiniteQuery({ ...paymentsQuery(filter ?? {}), enabled: filter !== undefined });
  const { data: payments, error, refetch, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  if (error && !payments) {
    return <QueryFailure what="Платежи не загрузились" error={error} onRetry={() => void refetch()} />;
  }
  if (payments?.length === 0) {
    const isFiltered = chipsOf(search).length > 0 || search.status !== undefined;
    const others = isNarrowed(search) || (isFiltered && groupOf(search) !== 'paid') ? 0 : transfers;
    return (
      <PaymentsEmpty isFiltered={isFiltered} transfers={others} canCreate={can('payments.create')} onClear={onClear} />
    );
  }
  return (
    <>
      <Records
        label="Платежи"
        columns={paymentColumns(timezone, search)}
        items={timezone ? payments : undefined}
        keyOf={({ id }) => id}
        days={{ timeOf: ({ createdAt }) => createdAt, timezone: timezone ?? 'UTC' }}
        isOutdated={isPlaceholderData}
        skeletonRows={12}
        className={table.payments}
      />
      <LoadMore hasMore={hasNextPage} isLoading={isFetchingNextPage} onLoad={fetchNextPage} />
    </>
  );
}
