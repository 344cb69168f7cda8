import { type AdminRefund, exportAllRefunds } from '@kazna/contract/admin/refunds';
import { paymentNumber, refundStatusLabels } from '@kazna/contract/cabinet/payment-labels';
import { formatMoney } from '@kazna/contract/shared/money';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { download } from '../../api/download.ts';
import { Moment } from '../../parts/moment.tsx';
import { DoneDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { StatusMark } from '../../ui/feedback/status-mark.tsx';
import { ClockIcon, CrossedIcon } from '../../ui/icons.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { ExportMenu } from '../../ui/lists/export.tsx';
import { NothingFiltered } from '../../ui/lists/filter-bar.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { type RecordColumn, Records } from '../../ui/lists/records.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { CheckIcon } from '../../ui/visitor-icons.tsx';
import { AdminPage } from '../admin-page.tsx';
import classes from '../list-page.module.css';
import { PaymentDialog } from '../organizations/payment-dialog.tsx';
import row from '../row-title.module.css';
import { MoneyFilters } from './filters.tsx';
import { allRefundsQuery, allRefundTotalsQuery } from './queries.ts';
import { type MoneySearch, statusLabels, toRefundsFilter } from './search.ts';
import { MoneyTotals } from './totals.tsx';

export function AllRefundsPage({ search }: { search: MoneySearch }) {
  const navigate = useNavigate();
  const filter = toRefundsFilter(search);
  const query = useInfiniteQuery(allRefundsQuery(filter));
  const totals = useQuery(allRefundTotalsQuery(filter));
  const change = (changed: MoneySearch, { isTyping } = { isTyping: false }) =>
    void navigate({
      to: '/admin/refunds',
      search: (current: object) => ({ ...current, ...changed }),
      replace: isTyping,
      resetScroll: false,
    });
  return (
    <AdminPage
      title="Возвраты"
      explanation="На карту и через СБП. Возвраты переводов стоят в «Возвратах на счёт»"
      action={
        <ExportMenu
          fetchFile={(format, options) => download(exportAllRefunds, { query: { ...filter, format } }, options)}
        />
      }
    >
      <div className={classes.list}>
        <MoneyFilters
          list="refunds"
          label="Фильтры возвратов"
          statusLabels={statusLabels.refunds}
          search={search}
          onChange={change}
          totals={
            <MoneyTotals
              totals={totals.data}
              hasFailed={totals.isError}
              forms={['возврат', 'возврата', 'возвратов']}
              labels={[
                ['returnedMinor', 'возвращено'],
                ['pendingMinor', 'в процессе'],
                ['canceledMinor', 'не прошло'],
              ]}
            />
          }
        />
        {query.error && !query.data ? (
          <QueryFailure what="Возвраты не загрузились" error={query.error} onRetry={() => void query.refetch()} />
        ) : query.data?.length === 0 ? (
          Object.keys(filter).length > 0 ? (
            <NothingFiltered what="возвратов" onClear={() => void navigate({ to: '/admin/refunds', search: {} })} />
          ) : (
            <Empty drawing={<DoneDrawing />} title="Возвратов ещё не было">
              Вернуть платёж может владелец, администратор или бухгалтер клиента, а вы — из карточки платежа.
            </Empty>
          )
        ) : (
          <Records
            isTall
            keyOf={({ id }) => id}
            label="Возвраты"
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

const looks = {
  pending: ['pending', ClockIcon],
  succeeded: ['success', CheckIcon],
  canceled: ['failure', CrossedIcon],
} as const;

function columnsOf(search: MoneySearch): RecordColumn<AdminRefund>[] {
  return [
    {
      title: 'Платёж',
      width: '130px',
      render: ({ paymentId, paymentNumber: number }) => (
        <Link
          to="/admin/refunds"
          search={{ ...search, payment: paymentId }}
          resetScroll={false}
          className={row.link}
          data-row-link
        >
          {paymentNumber({ number })}
        </Link>
      ),
    },
    {
      title: 'Организация',
      render: ({ organizationId, organizationName, reason }) => (
        <span className={row.main}>
          <LinkAnchor to="/admin/organizations/$organizationId" params={{ organizationId }}>
            {organizationName}
          </LinkAnchor>
          <span className={row.secondary}>{reason}</span>
        </span>
      ),
    },
    { title: 'Запрошен', width: '170px', render: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      title: 'Кто',
      width: '180px',
      isExtra: true,
      render: ({ requestedBy, isByStaff }) => (isByStaff ? `${requestedBy}, сотрудник` : requestedBy),
    },
    { title: 'Состояние', width: '210px', render: (refund) => <RefundMark {...refund} /> },
    { title: 'Сумма', width: '150px', isAmount: true, render: formatMoney },
  ];
}

function RefundMark({ status, awaitsDecision }: Pick<AdminRefund, 'status' | 'awaitsDecision'>) {
  const [tone, Icon] = looks[status];
  return (
    <StatusMark tone={tone} icon={<Icon size={16} />}>
      {awaitsDecision ? 'Ждёт решения' : refundStatusLabels[status]}
    </StatusMark>
  );
}
