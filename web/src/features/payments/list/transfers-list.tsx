import {
  type BankTransfer,
  getBankTransferTotals,
  listBankTransfers,
  type TransferFilter,
} from '@kazna/contract/cabinet/bank-transfers';
import { formatMoney } from '@kazna/contract/shared/money';
import { infiniteQueryOptions, keepPreviousData, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../../api/client.ts';
import { itemsOf, paged } from '../../../api/query-client.ts';
import { TimeOfDay } from '../../../parts/moment.tsx';
import { keys } from '../../../queries/keys.ts';
import { useActiveOrganization } from '../../../queries/profile.ts';
import { ReceiptDrawing } from '../../../ui/drawings.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { LinkButton } from '../../../ui/links.tsx';
import { NothingFiltered } from '../../../ui/lists/filter-bar.tsx';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { type RecordColumn, Records } from '../../../ui/lists/records.tsx';
import { QueryFailure } from '../../../ui/page.tsx';
import classes from './payments-table.module.css';

interface TransfersListProps {
  /** Undefined until the time zone is known, for filters by day. */
  filter: TransferFilter | undefined;
  onClear: () => void;
}

export function TransfersList({ filter, onClear }: TransfersListProps) {
  const { can, timezone } = useActiveOrganization();
  const list = useInfiniteQuery({ ...transfersQuery(filter ?? {}), enabled: filter !== undefined });
  const { data, error, refetch, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  if (error && !data) {
    return <QueryFailure what="Переводы не загрузились" error={error} onRetry={() => void refetch()} />;
  }
  if (data?.length === 0 && Object.keys(filter ?? {}).length > 0) {
    return <NothingFiltered what="переводов" onClear={onClear} />;
  }
  if (data?.length === 0) {
    const topUp = can('payments.create') && (
      <LinkButton to="/payments/create" search={{ method: 'invoice' }}>
        Выставить счёт
      </LinkButton>
    );
    return (
      <Empty drawing={<ReceiptDrawing />} title="Банковских переводов пока нет" action={topUp}>
        Выставьте счёт и оплатите его из банка: перевод появится здесь, когда дойдёт.
      </Empty>
    );
  }
  return (
    <>
      <Records
        label="Банковские переводы"
        columns={columnsIn(timezone)}
        items={timezone ? data : undefined}
        keyOf={({ id }) => id}
        days={{ timeOf: ({ createdAt }) => createdAt, timezone: timezone ?? 'UTC' }}
        isOutdated={isPlaceholderData}
        skeletonRows={8}
        className={classes.payments}
      />
      <LoadMore hasMore={hasNextPage} isLoading={isFetchingNextPage} onLoad={fetchNextPage} />
    </>
  );
}

function columnsIn(timezone: string | undefined): RecordColumn<BankTransfer>[] {
  return [
    {
      title: 'Время',
      className: classes.time,
      render: ({ createdAt }) => <TimeOfDay at={createdAt} timezone={timezone} />,
    },
    { title: 'Перевод', className: classes.purpose, render: (transfer) => <TransferTitle transfer={transfer} /> },
    {
      title: 'Плательщик',
      className: `${classes.status} ${classes.payer}`,
      render: ({ payer, purpose }) => <span title={purpose}>{payer}</span>,
    },
    { title: 'Сумма', className: classes.amount, render: formatMoney },
  ];
}

function TransferTitle({ transfer: { invoiceId, invoiceNumber } }: { transfer: BankTransfer }) {
  if (!invoiceId) return 'Банковский перевод';
  return (
    <Link to="/invoices/$id" params={{ id: invoiceId }} data-row-link>
      Банковский перевод, счёт&nbsp;{invoiceNumber}
    </Link>
  );
}

const pageSize = 25;

export function transfersQuery(filter: TransferFilter) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: keys.transfers(filter),
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listBankTransfers, { query: { ...filter, limit: pageSize, cursor } }, signal),
    select: itemsOf,
    placeholderData: keepPreviousData,
  });
}

export function transferTotalsQuery(filter: TransferFilter) {
  return queryOptions({
    queryKey: keys.transferTotals(filter),
    queryFn: ({ signal }) => call(getBankTransferTotals, { query: filter }, signal),
    placeholderData: keepPreviousData,
  });
}
