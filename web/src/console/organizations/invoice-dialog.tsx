import { getDocumentFileAsStaff } from '@kazna/contract/admin/documents';
import { type AdminInvoice, findInvoicesAsStaff } from '@kazna/contract/admin/invoices';
import { formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { Moment } from '../../parts/moment.tsx';
import { InvoiceStatusMark } from '../../parts/payment-labels.tsx';
import { useDownload } from '../../parts/use-download.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import classes from '../side-sheet.module.css';
import { CancelInvoice } from './organization-invoices.tsx';

interface InvoiceDialogProps {
  /** Undefined while closed. */
  number: string | undefined;
  onClose: () => void;
}

/** An invoice of any organization: lists show only the last few. */
export function InvoiceDialog({ number, onClose }: InvoiceDialogProps) {
  // The closing dialog still shows the last invoice.
  const [last, setLast] = useState(number);
  if (number !== undefined && number !== last) setLast(number);
  const shown = number ?? last;
  return (
    <Dialog isOpen={number !== undefined} onClose={onClose} title={`Счёт №\u00a0${shown}`} width={560}>
      <InvoiceInDialog number={shown} />
    </Dialog>
  );
}

function InvoiceInDialog({ number }: Pick<InvoiceDialogProps, 'number'>) {
  const { data: invoice, error, refetch } = useQuery(invoiceQuery(number));
  if (error && !invoice) {
    return <QueryFailure what="Счёт не загрузился" error={error} onRetry={() => void refetch()} />;
  }
  if (invoice === null) return <p>Такого счёта нет.</p>;
  if (!invoice) return <SkeletonText lines={6} />;
  const { amountMinor, paidMinor, currency, organizationId, organizationName } = invoice;
  return (
    <div className={classes.paper}>
      <div>
        <p className={classes.name}>{formatMoney(invoice)}</p>
        <div className={classes.marks}>
          <InvoiceStatusMark status={invoice.status} />
        </div>
      </div>
      <Facts
        facts={[
          [
            'Организация',
            <LinkAnchor key="organization" to="/admin/organizations/$organizationId" params={{ organizationId }}>
              {organizationName}
            </LinkAnchor>,
          ],
          [
            'Поступило',
            paidMinor > 0 && paidMinor !== amountMinor && formatMoney({ amountMinor: paidMinor, currency }),
          ],
          ['Выставлен', <Moment key="created" at={invoice.createdAt} />],
          ['Срок оплаты', <Moment key="due" at={invoice.dueAt} />],
        ]}
      />
      <div className={classes.actions}>
        <DownloadInvoice id={invoice.id} />
        <CancelInvoice invoice={invoice} size="md" />
      </div>
    </div>
  );
}

function DownloadInvoice({ id }: Pick<AdminInvoice, 'id'>) {
  const { isPending, run } = useDownload(getDocumentFileAsStaff, id);
  return (
    <Button aria-busy={isPending} onClick={run}>
      Скачать PDF
    </Button>
  );
}

/** Any organization's invoice; null if it does not exist. */
function invoiceQuery(number: string | undefined) {
  return queryOptions({
    queryKey: ['admin', 'invoice', number],
    queryFn: async () => {
      const { items } = await call(findInvoicesAsStaff, { query: { q: number ?? '', limit: 10 } });
      return items.find((invoice) => invoice.number === number) ?? null;
    },
    enabled: number !== undefined,
  });
}
