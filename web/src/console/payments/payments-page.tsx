import { type AdminPayment, exportAllPayments } from '@kazna/contract/admin/payments';
import { paidWith, paymentNumber } from '@kazna/contract/cabinet/payment-labels';
import { formatMoney } from '@kazna/contract/shared/money';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { download } from '../../api/download.ts';
import { Moment } from '../../parts/moment.tsx';
import { PaymentStatusMark } from '../../parts/payment-labels.tsx';
import { CoinDrawing } from '../../ui/cabinet-drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { ExportMenu } from '../../ui/lists/export.tsx';
import { NothingFiltered } from '../../ui/lists/filter-bar.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { type RecordColumn, Records } from '../../ui/lists/records.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { AdminPage } from '../admin-page.tsx';
import classes from '../list-page.module.css';
import { PaymentDialog } from '../organizations/payment-dialog.tsx';
import row from '../row-title.module.css';
import { MoneyFilters } from './filters.tsx';
import { allPaymentsQuery, allPaymentTotalsQuery } from './queries.ts';
import { type MoneySearch, statusLabels, toPaymentsFilter } from './search.ts';
import { MoneyTotals } from './totals.tsx';

export function AllPaymentsPage({ search }: { search: MoneySearch }) {
  const navigate = useNavigate();
  const filter = toPaymentsFilter(search);
  const query = useInfiniteQuery(allPaymentsQuery(filter));
  const totals = useQuery(allPaymentTotalsQuery(filter));
  const change = (changed: MoneySearch, { isTyping } = { isTyping: false }) =>
    void navigate({
      to: '/admin/payments',
      search: (current: object) => ({ ...current, ...changed }),
      replace: isTyping,
      resetScroll: false,
    });
  return (
    <AdminPage
      title="Платежи"
      action={
        <ExportMenu
          fetchFile={(format, options) => download(exportAllPayments, { query: { ...filter, format } }, options)}
        />
      }
    >
      <div className={classes.list}>
        <MoneyFilters
          list="payments"
          label="Фильтры платежей"
          statusLabels={statusLabels.payments}
          search={search}
          onChange={change}
          totals={
            <MoneyTotals
              totals={totals.data}
              hasFailed={totals.isError}
              forms={['платёж', 'платежа', 'платежей']}
              labels={[
                ['paidMinor', 'оплачено'],
                ['refundedMinor', 'возвращено'],
                ['pendingMinor', 'ждёт оплаты'],
                ['failedMinor', 'не прошло'],
              ]}
            />
          }
        />
        {query.error && !query.data ? (
          <QueryFailure what="Платежи не загрузились" error={query.error} onRetry={() => void query.refetch()} />
        ) : query.data?.length === 0 ? (
          Object.keys(filter).length > 0 ? (
            <NothingFiltered what="платежей" onClear={() => void navigate({ to: '/admin/payments', search: {} })} />
          ) : (
            <Empty drawing={<CoinDrawing />} title="Платежей ещё не было">
              Здесь появятся пополнения всех клиентов картой и через СБП. Переводы по счетам стоят в «Выписках».
            </Empty>
          )
        ) : (
          <Records
            isTall
            keyOf={({ id }) => id}
            label="Платежи"
            columns={columnsOf(search)}
            items={query.data}
            isOutdated={query.isPlaceholderData}
          />
        )}
        <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
      </div>
      <PaymentDialog paymentId={search.payment} onClose={() => change({ payment: undefined })} />
    </AdminPage>
  );
}

function columnsOf(search: MoneySearch): RecordColumn<AdminPayment>[] {
  return [
    {
      title: 'Платёж',
      width: '130px',
      render: (payment) => (
        <Link
          to="/admin/payments"
          search={{ ...search, payment: payment.id }}
          resetScroll={false}
          className={row.link}
          data-row-link
        >
          {paymentNumber(payment)}
        </Link>
      ),
    },
    {
      title: 'Организация',
      render: ({ organizationId, organizationName, description }) => (
        <span className={row.main}>
          <LinkAnchor to="/admin/organizations/$organizationId" params={{ organizationId }}>
            {organizationName}
          </LinkAnchor>
          <span className={row.secondary}>{description}</span>
        </span>
      ),
    },
    { title: 'Создан', width: '170px', render: ({ createdAt }) => <Moment at={createdAt} /> },
    { title: 'Способ', width: '170px', isExtra: true, render: paidWith },
    { title: 'Состояние', width: '250px', render: (payment) => <PaymentStatusMark payment={payment} hasReason /> },
    { title: 'Сумма', width: '150px', isAmount: true, render: formatMoney },
  ];
}
