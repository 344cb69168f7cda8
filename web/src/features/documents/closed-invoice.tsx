import type { Invoice } from '@kazna/contract/cabinet/documents';
import { formatMoney } from '@kazna/contract/shared/money';
import { formatDate } from '../../format/date.ts';
import { LinkAnchor } from '../../ui/links.tsx';
import { Card } from '../../ui/page.tsx';
import classes from './invoice-page.module.css';
import { invoiceStateText } from './invoice-texts.ts';
import { TransferRequisites } from './transfer-requisites.tsx';

/** It is paid no more, so the money that came is first and the requisites are folded. */
export function ClosedInvoice({ invoice }: { invoice: Invoice }) {
  return (
    <Card title="Оплата">
      <p className={classes.state} role="status">
        {invoiceStateText(invoice)}
      </p>
      <InvoicePayments invoice={invoice} />
      <details className={classes.folded}>
        <summary>Реквизиты, по которым выставлен счёт</summary>
        <TransferRequisites invoice={invoice} />
      </details>
    </Card>
  );
}

/** What came for the invoice, each leading to its payment or movement; nothing before the first. */
export function InvoicePayments({ invoice: { payments, currency } }: { invoice: Invoice }) {
  if (payments.length === 0) return null;
  return (
    <ul className={classes.payments} aria-label="Чем оплачен">
      {payments.map(({ number, day, amountMinor, operationId, paymentId }) => (
        <li key={operationId}>
          {paymentId ? (
            <LinkAnchor to="/payments/$id" params={{ id: paymentId }}>
              Платёж {number} от&nbsp;{formatDate(day, 'UTC')}
            </LinkAnchor>
          ) : (
            <LinkAnchor to="/operations" search={{ operation: operationId }}>
              Платёжное поручение №&nbsp;{number} от&nbsp;{formatDate(day, 'UTC')}
            </LinkAnchor>
          )}
          <span className={classes.paid}>{formatMoney({ amountMinor, currency })}</span>
        </li>
      ))}
    </ul>
  );
}
