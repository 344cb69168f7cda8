import { getDocumentFileAsStaff } from '@kazna/contract/admin/documents';
import { type AdminInvoice, cancelInvoiceAsStaff, listInvoicesAsStaff } from '@kazna/contract/admin/invoices';
import { formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';
import { Moment } from '../../parts/moment.tsx';
import { InvoiceStatusMark } from '../../parts/payment-labels.tsx';
import { useDownload } from '../../parts/use-download.ts';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import classes from '../side-sheet.module.css';
import { useStaff } from '../staff.tsx';

export function OrganizationInvoices({ organizationId }: { organizationId: string }) {
  const query = useInfiniteQuery(invoicesQuery(organizationId));
  if (query.error && !query.data) {
    return <QueryFailure what="Счета не загрузились" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <SkeletonText lines={3} />;
  if (query.data.length === 0) return <p className={classes.quiet}>Счетов не выставляли.</p>;
  return (
    <>
      <ul className={classes.lines} aria-label="Счета">
        {query.data.map((invoice) => (
          <li key={invoice.id}>
            <Invoice {...invoice} />
            <span className={classes.end}>
              <span className={classes.amount}>{formatMoney(invoice)}</span>
              <CancelInvoice invoice={invoice} size="xs" />
            </span>
          </li>
        ))}
      </ul>
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
    </>
  );
}

function Invoice({ id, number, status, createdAt, paidMinor, amountMinor, currency }: AdminInvoice) {
  const isPartly = paidMinor > 0 && paidMinor !== amountMinor;
  return (
    <span>
      <InvoiceFile id={id} number={number} />
      <span className={classes.secondary}>
        <Moment at={createdAt} />
        {isPartly && `, поступило ${formatMoney({ amountMinor: paidMinor, currency })}`}
      </span>
      <InvoiceStatusMark status={status} />
    </span>
  );
}

function InvoiceFile({ id, number }: Pick<AdminInvoice, 'id' | 'number'>) {
  const { isPending, run } = useDownload(getDocumentFileAsStaff, id);
  return (
    <button
      type="button"
      className={classes.link}
      aria-label={`Скачать PDF: счёт №\u00a0${number}`}
      aria-busy={isPending}
      onClick={run}
    >
      №&nbsp;{number}
    </button>
  );
}

interface CancelInvoiceProps {
  invoice: AdminInvoice;
  size: 'xs' | 'md';
}

/** Nothing where it is paid for, or may not be canceled by this person. */
export function CancelInvoice({ invoice: { id, number, status }, size }: CancelInvoiceProps) {
  const { can } = useStaff();
  const [isOpen, setIsOpen] = useState(false);
  const isCancelable = can('admin.money') && (status === 'open' || status === 'overdue');
  return (
    <>
      {isCancelable && (
        <Button
          variant="default"
          size={size}
          aria-label={`Отменить счёт №\u00a0${number}`}
          onClick={() => setIsOpen(true)}
        >
          {size === 'md' ? 'Отменить счёт' : 'Отменить'}
        </Button>
      )}
      <ReasonDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={`Отменить счёт №\u00a0${number}?`}
        action="Отменить счёт"
        cancelLabel="Оставить"
        isDangerous
        isSeenByOwner
        onConfirm={async (reason) => {
          await call(cancelInvoiceAsStaff, { params: { invoiceId: id }, body: { reason } });
          showToast({ kind: 'success', message: 'Счёт отменён' });
        }}
      >
        Платить по нему будет нельзя. Если деньги уже отправлены, они не зачислятся сами: выписка предложит их
        проверить.
      </ReasonDialog>
    </>
  );
}

function invoicesQuery(organizationId: string) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'invoices', organizationId],
    queryFn: ({ pageParam: cursor }) =>
      call(listInvoicesAsStaff, { params: { organizationId }, query: { limit: 5, cursor } }),
    select: itemsOf,
  });
}
