import type { FileAnswer } from '@kazna/contract/endpoint';
import { toDecimal } from '@kazna/contract/money';
import { methodWords, paymentWords } from '@kazna/contract/payment-words';
import type { PaymentFilter } from '@kazna/contract/payments';
import type { Database } from '../../db/database.ts';
import type { Cell } from '../../files/cell.ts';
import { tableFile } from '../../files/table-file.ts';
import type { PaymentRow } from '../store.ts';
import { selectPayments } from './store.ts';

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

export function exportPayments(
  db: Database,
  organizationId: string,
  filter: PaymentFilter,
  format: 'csv' | 'xlsx',
): FileAnswer {
  return tableFile({
    name: 'payments',
    title: 'Платежи',
    header,
    cells,
    readBatch: (page) => selectPayments(db, organizationId, filter, page),
    format,
  });
}
