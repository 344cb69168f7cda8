import type { Invoice } from '@kazna/contract/cabinet/documents';
import { formatMoney } from '@kazna/contract/shared/money';
import { formatDay } from '../../format/date.ts';
import { Moment } from '../../parts/moment.tsx';
import { CopyValue } from '../../ui/copy-value.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import { vatText } from './invoice-texts.ts';

export function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const { number, buyer, description, paidMinor, currency, createdAt, dueAt } = invoice;
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
      ]}
    />
  );
}
