import type { FileAnswer } from '@kazna/contract/endpoint';
import { toDecimal } from '@kazna/contract/money';
import { methodWords, paymentWords } from '@kazna/contract/payment-words';
import type { PaymentFilter } from '@kazna/contract/payments';
import type { Database } from '../../db/database.ts';
import type { PaymentRow } from '../store.ts';
import { csv } from './csv.ts';
import { selectPayments } from './store.ts';
import { xlsx } from './xlsx.ts';

const batch = 1000;

const header = [
  'Номер',
  'Создан',
  'Оплачен',
  'Сумма',
  'Возвращено',
  'Валюта',
  'Способ',
  'Статус',
  'Назначение',
  'Кто создал',
];

export type Cell = string | { number: string };

function cells(payment: PaymentRow): Cell[] {
  const { id, currency, method, description, createdBy, amountMinor, refundedMinor } = payment;
  return [
    id,
    payment.createdAt,
    payment.paidAt ?? '',
    { number: toDecimal({ amountMinor, currency }) },
    { number: toDecimal({ amountMinor: refundedMinor, currency }) },
    currency,
    methodWords[method],
    paymentWords(payment),
    description ?? '',
    createdBy,
  ];
}

/** Reads page by page as the file goes out: a million rows take no more memory than a thousand. */
async function* rows(db: Database, organizationId: string, filter: PaymentFilter): AsyncGenerator<Cell[]> {
  yield header;
  let cursor: string | undefined;
  for (;;) {
    const page = await selectPayments(db, organizationId, filter, { limit: batch, cursor });
    for (const payment of page) yield cells(payment);
    cursor = page.at(-1)?.id;
    if (page.length < batch) return;
  }
}

export function exportPayments(
  db: Database,
  organizationId: string,
  filter: PaymentFilter,
  format: 'csv' | 'xlsx',
): FileAnswer {
  const content = rows(db, organizationId, filter);
  const name = `payments-${new Date().toISOString().slice(0, 10)}.${format}`;
  if (format === 'csv') return { name, contentType: 'text/csv; charset=utf-8', chunks: csv(content) };
  return {
    name,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    chunks: xlsx(content),
  };
}
