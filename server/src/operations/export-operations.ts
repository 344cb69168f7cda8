import { actorOf, entryKinds, type Operation, type OperationFilter } from '@kazna/contract/cabinet/balance';
import { businessZoneLabel } from '@kazna/contract/shared/business-time';
import type { Cell } from '@kazna/contract/shared/csv';
import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import { toDecimal } from '@kazna/contract/shared/money';
import type { Database } from '../platform/db/database.ts';
import { tableFile } from '../platform/files/table-file.ts';
import { selectOperations } from './store.ts';

const header = [
  'Номер',
  `Время (${businessZoneLabel})`,
  'Операция',
  'Сумма',
  'Баланс после',
  'Валюта',
  'Описание',
  'Кто',
  'Платёж',
];

function cells(operation: Operation): Cell[] {
  const { id, createdAt, kind, currency, amountMinor, balanceAfterMinor, description, paymentId } = operation;
  return [
    id,
    { time: createdAt },
    entryKinds[kind],
    { number: toDecimal({ amountMinor, currency }) },
    { number: toDecimal({ amountMinor: balanceAfterMinor, currency }) },
    currency,
    description ?? '',
    actorOf(operation),
    paymentId ?? '',
  ];
}

export function exportOperations(
  db: Database,
  organizationId: string,
  filter: OperationFilter,
  format: 'csv' | 'xlsx',
): FileAnswer {
  return tableFile({
    name: 'operations',
    title: 'Операции',
    header,
    cells,
    readBatch: (page) => selectOperations(db, organizationId, filter, page),
    format,
  });
}
