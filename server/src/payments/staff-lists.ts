import { type AdminPayment, type AllPaymentsFilter, maxCountedRows } from '@kazna/contract/admin/payments';
import type { AdminRefund, AllRefundsFilter } from '@kazna/contract/admin/refunds';
import { paymentNumber, refundStatusLabels } from '@kazna/contract/cabinet/payment-labels';
import { businessZoneLabel } from '@kazna/contract/shared/business-time';
import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import { toDecimal } from '@kazna/contract/shared/money';
import type { Database } from '../platform/db/database.ts';
import { tableFile } from '../platform/files/table-file.ts';
import { paymentCells, paymentHeader } from './list-payments.ts';
import { presentPayment } from './present-payment.ts';
import { type StaffPaymentRow, selectPaymentsForStaff, selectRefundsForStaff } from './staff-lists-store.ts';

/** With what the provider says of it, which is for staff alone. */
export function presentForStaff(row: StaffPaymentRow): AdminPayment {
  const { organizationId, currentName, providerPaymentId, claim } = row;
  return { ...presentPayment(row), organizationId, organizationName: currentName, providerPaymentId, claim };
}

/** Sums of a part would be taken for those of all. */
export function boundedTotals<Item extends { count: number }>(items: Item[]) {
  const count = items.reduce((sum, item) => sum + item.count, 0);
  const isCut = count > maxCountedRows;
  return { count: Math.min(count, maxCountedRows), isCut, items: isCut ? [] : items };
}

export function exportAllPayments(db: Database, filter: AllPaymentsFilter, format: 'csv' | 'xlsx'): FileAnswer {
  return tableFile({
    name: 'all-payments',
    title: 'Платежи',
    header: ['Организация', ...paymentHeader, 'Номер в платёжной системе'],
    cells: (row: StaffPaymentRow) => [row.currentName, ...paymentCells(row), row.providerPaymentId ?? ''],
    readBatch: (page) => selectPaymentsForStaff(db, filter, page),
    format,
  });
}

export function exportAllRefunds(db: Database, filter: AllRefundsFilter, format: 'csv' | 'xlsx'): FileAnswer {
  return tableFile({
    name: 'all-refunds',
    title: 'Возвраты',
    header: [
      'Организация',
      'Платёж',
      `Запрошен (${businessZoneLabel})`,
      `Завершён (${businessZoneLabel})`,
      'Сумма',
      'Валюта',
      'Состояние',
      'Причина',
      'Кто запросил',
      'Идентификатор',
    ],
    cells: ({ amountMinor, currency, ...refund }: AdminRefund) => [
      refund.organizationName,
      paymentNumber({ number: refund.paymentNumber }),
      { time: refund.createdAt },
      refund.settledAt ? { time: refund.settledAt } : '',
      { number: toDecimal({ amountMinor, currency }) },
      currency,
      refundStatusLabels[refund.status],
      refund.reason,
      refund.requestedBy,
      refund.id,
    ],
    readBatch: (page) => selectRefundsForStaff(db, filter, page),
    format,
  });
}
