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
  const { can } = useStaff();
  const query = useInfiniteQuery(invoicesQuery(organizationId));
  const [canceled, setCanceled] = useState<AdminInvoice>();
  const [isOpen, setIsOpen] = useState(false);
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
              {can('admin.money') && ['open', 'overdue'].includes(invoice.status) && (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Отменить счёт №\u00a0${invoice.number}`}
                  onClick={() => {
                    setCanceled(invoice);
                    setIsOpen(true);
                  }}
                >
                  Отменить
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
      <CancelDialog invoice={canceled} isOpen={isOpen} onClose={() => setIsOpen(false)} />
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

interface CancelDialogProps {
  invoice: AdminInvoice | undefined;
  isOpen: boolean;
  onClose: () => void;
}

function CancelDialog({ invoice, isOpen, onClose }: CancelDialogProps) {
  if (!invoice) return null;
  return (
    <ReasonDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Отменить счёт №\u00a0${invoice.number}?`}
      action="Отменить счёт"
      cancelLabel="Оставить"
      isDangerous
      isSeenByOwner
      onConfirm={async (reason) => {
        await call(cancelInvoiceAsStaff, { params: { invoiceId: invoice.id }, body: { reason } });
        showToast({ kind: 'success', message: 'Счёт отменён' });
      }}
    >
      Платить по нему будет нельзя. Если деньги уже отправлены, они не зачислятся сами: выписка предложит их проверить.
    </ReasonDialog>
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
