import type { Invoice } from '@kazna/contract/cabinet/documents';
import { formatMoney } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { statusOf } from '../../api/request.ts';
import { formatDay } from '../../format/date.ts';
import { InvoiceStatusMark } from '../../parts/invoice-status.tsx';
import { SkeletonLine, SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { Card, Page, QueryFailure } from '../../ui/page.tsx';
import { InvoiceActions } from './invoice-actions.tsx';
import { InvoiceCode, InvoiceCodePlace } from './invoice-code.tsx';
import { InvoiceFacts } from './invoice-facts.tsx';
import classes from './invoice-page.module.css';
import { invoiceStateText } from './invoice-texts.ts';
import { invoiceQuery } from './queries.ts';
import { TransferRequisites } from './transfer-requisites.tsx';
import { UnknownInvoice } from './unknown-invoice.tsx';

function BackToList() {
  const { cameFrom } = useLocation().state;
  return (
    <span className={classes.onScreen}>
      {cameFrom?.to === '/operations' ? (
        <LinkAnchor to="/operations" search={cameFrom.search}>
          ← Операции
        </LinkAnchor>
      ) : (
        <LinkAnchor to="/documents">← Документы</LinkAnchor>
      )}
    </span>
  );
}

export function InvoicePage({ id }: { id: string }) {
  const { data: invoice, error, refetch } = useQuery(invoiceQuery(id));
  // Another organization's invoice returns 404, an invalid id 400.
  if ([400, 404].includes(statusOf(error) ?? 0)) return <UnknownInvoice />;
  if (error && !invoice) {
    return (
      <Page title="Счёт" back={<BackToList />}>
        <QueryFailure what="Счёт не загрузился" error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  return (
    <Page
      back={<BackToList />}
      title={<span className={classes.amount}>{invoice ? formatMoney(invoice) : <SkeletonLine width={200} />}</span>}
      beside={
        <span className={classes.mark}>
          {invoice ? <InvoiceStatusMark status={invoice.status} /> : <SkeletonLine width={100} />}
        </span>
      }
      explanation={invoice ? <About invoice={invoice} /> : <SkeletonLine width={240} />}
      action={<div className={classes.actions}>{invoice && <InvoiceActions invoice={invoice} />}</div>}
    >
      <div className={classes.columns}>
        <Card title="Реквизиты для перевода">
          <p className={classes.state} role="status">
            {invoice ? invoiceStateText(invoice) : <SkeletonLine width="90%" />}
          </p>
          {invoice ? <TransferRequisites invoice={invoice} /> : <SkeletonText lines={9} />}
        </Card>
        <div className={classes.side}>
          {invoice ? <InvoiceCode invoice={invoice} /> : <InvoiceCodePlace />}
          <Card title="Счёт">{invoice ? <InvoiceFacts invoice={invoice} /> : <SkeletonText lines={6} />}</Card>
        </div>
      </div>
    </Page>
  );
}

function About({ invoice: { number, day, dueAt, status } }: { invoice: Invoice }) {
  return (
    <>
      Счёт №&nbsp;{number} от {formatDay(day, 'UTC')}
      {(status === 'open' || status === 'partly_paid') && (
        <>
          {' · '}
          <span className={classes.due}>оплатить до {formatDay(dueAt, 'Europe/Moscow')}</span>
        </>
      )}
    </>
  );
}
