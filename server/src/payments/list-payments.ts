import { paymentLabel, paymentMethodLabels, paymentNumber } from '@kazna/contract/cabinet/payment-labels';
import type { Payment, PaymentFilter } from '@kazna/contract/cabinet/payments';
import { businessZoneLabel } from '@kazna/contract/shared/business-time';
import type { Cell } from '@kazna/contract/shared/csv';
import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import { toDecimal } from '@kazna/contract/shared/money';
import type { Database, Queries } from '../platform/db/database.ts';
import { tableFile } from '../platform/files/table-file.ts';
import { selectPayments, selectRecentPayments } from './list-store.ts';
import { presentPayment } from './present-payment.ts';
import type { PaymentRow } from './store.ts';

export const paymentHeader = [
  'Номер',
  `Создан (${businessZoneLabel})`,
  `Оплачен (${businessZoneLabel})`,
  'Сумма',
  'Возвращено',
  'Валюта',
  'Способ',
  'Состояние',
  'Назначение',
  'Кто создал',
  'Карта',
  'Идентификатор',
];

export function paymentCells(payment: PaymentRow): Cell[] {
  const { id, currency, method, description, createdBy, amountMinor, refundedMinor } = payment;
  return [
    paymentNumber(payment),
    { time: payment.createdAt },
    payment.paidAt ? { time: payment.paidAt } : '',
    { number: toDecimal({ amountMinor, currency }) },
    { number: toDecimal({ amountMinor: refundedMinor, currency }) },
    currency,
    paymentMethodLabels[method],
    paymentLabel(payment),
    description ?? '',
    createdBy,
    payment.cardLast4 ? `·· ${payment.cardLast4}` : '',
    id,
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
    header: paymentHeader,
    cells: paymentCells,
    readBatch: (page) => selectPayments(db, organizationId, filter, page),
    format,
  });
}

export async function listRecentPayments(db: Queries, organizationId: string, limit: number): Promise<Payment[]> {
  return (await selectRecentPayments(db, organizationId, limit)).map(presentPayment);
}
