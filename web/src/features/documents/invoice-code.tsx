import type { Invoice } from '@kazna/contract/cabinet/documents';
import { Card } from '../../ui/page.tsx';
import { QrPicture } from '../../ui/qr-picture.tsx';
import classes from './invoice-page.module.css';
import { hasUsableCode } from './invoice-texts.ts';

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
