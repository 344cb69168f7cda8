import { paymentLabel, paymentMethodLabels } from '@kazna/contract/cabinet/payment-labels';
import type { PaymentFilter } from '@kazna/contract/cabinet/payments';
import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import { toDecimal } from '@kazna/contract/shared/money';
import type { Database } from '../../platform/db/database.ts';
import type { Cell } from '../../platform/files/cell.ts';
import { tableFile } from '../../platform/files/table-file.ts';
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
    paymentMethodLabels[method],
    paymentLabel(payment),
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
