import type { Invoice } from '@kazna/contract/cabinet/documents';
import { formatMoney } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { statusOf } from '../../api/request.ts';
import { formatDay } from '../../format/date.ts';
import { Moment } from '../../parts/moment.tsx';
import { InvoiceStatusMark } from '../../parts/payment-labels.tsx';
import { AskSupport } from '../../parts/requests/request-labels.tsx';
import { CopyValue } from '../../ui/copy.tsx';
import { CompassDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { SkeletonLine, SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor, LinkButton } from '../../ui/links.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import { Card, Page, QueryFailure } from '../../ui/page.tsx';
import { QrPicture } from '../../ui/qr-picture.tsx';
import { ClosedInvoice, InvoicePayments } from './closed-invoice.tsx';
import { InvoiceActions } from './invoice-actions.tsx';
import classes from './invoice-page.module.css';
import { hasUsableCode, invoiceStateText, vatText } from './invoice-texts.ts';
import { invoiceQuery } from './queries.ts';
import { TransferRequisites } from './transfer-requisites.tsx';

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
      help="documents"
      title={invoice ? formatMoney(invoice) : <SkeletonLine width={200} />}
      beside={
        <span className={classes.mark}>
          {invoice ? <InvoiceStatusMark status={invoice.status} /> : <SkeletonLine width={100} />}
        </span>
      }
      explanation={invoice ? <About invoice={invoice} /> : <SkeletonLine width={240} />}
      action={<div className={classes.actions}>{invoice && <InvoiceActions invoice={invoice} />}</div>}
    >
      <div className={classes.columns}>
        {invoice?.status === 'paid' || invoice?.status === 'canceled' ? (
          <ClosedInvoice invoice={invoice} />
        ) : (
          <Card title="Реквизиты для перевода">
            <p className={classes.state} role="status">
              {invoice ? invoiceStateText(invoice) : <SkeletonLine width="90%" />}
            </p>
            {invoice && <InvoicePayments invoice={invoice} />}
            {invoice ? <TransferRequisites invoice={invoice} /> : <SkeletonText lines={9} />}
          </Card>
        )}
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

/** The same text for a missing invoice and another organization's. */
export function UnknownInvoice() {
  return (
    <Page title="Счёт не найден" back={<BackToList />}>
      <Empty
        drawing={<CompassDrawing />}
        title="Такого счёта нет"
        action={<LinkButton to="/documents">К документам</LinkButton>}
      >
        Или он выставлен другой организации. Если вы состоите в нескольких, переключитесь на нужную.
      </Empty>
    </Page>
  );
}

export function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const { id, number, buyer, description, paidMinor, currency, createdAt, dueAt } = invoice;
  return (
    <Facts
      facts={[
        ['Номер', <CopyValue key="number" value={number} what="номер счёта" />],
        ['Плательщик', buyer.name],
        ['ИНН плательщика', buyer.inn],
        ['Налог', vatText(invoice)],
        ['Поступило', paidMinor > 0 && formatMoney({ amountMinor: paidMinor, currency })],
        ['Комментарий', description],
        ['Выставлен', <Moment key="created" at={createdAt} />],
        ['Оплатить до', formatDay(dueAt, 'Europe/Moscow')],
        ['Вопрос', <AskSupport key="ask" about={{ kind: 'invoice', id }} />],
      ]}
    />
  );
}

const title = 'QR-код для банка';

/** Keeps the room while loading: most invoices are opened to be paid. */
export function InvoiceCodePlace() {
  return (
    <Card title={title}>
      <div className={classes.codePlace} />
    </Card>
  );
}

export function InvoiceCode({ invoice }: { invoice: Invoice }) {
  if (!hasUsableCode(invoice)) return null;
  return (
    <Card title={title}>
      <div className={classes.code}>
        <QrPicture rows={invoice.qr} label="QR-код с реквизитами счёта" />
        <p className={classes.hint}>
          Отсканируйте его в приложении банка: реквизиты, сумма и назначение заполнятся сами. Если банк не прочитает
          код, скопируйте реквизиты.
        </p>
      </div>
    </Card>
  );
}
