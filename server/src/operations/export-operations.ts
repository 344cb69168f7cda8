import { actorOf, entryKinds, type Operation, type OperationFilter } from '@kazna/contract/balance';
import type { FileAnswer } from '@kazna/contract/endpoint';
import { toDecimal } from '@kazna/contract/money';
import type { Database } from '../db/database.ts';
import type { Cell } from '../files/cell.ts';
import { tableFile } from '../files/table-file.ts';
import { selectOperations } from './store.ts';

const header = ['Номер', 'Время', 'Операция', 'Сумма', 'Баланс после', 'Валюта', 'Описание', 'Кто', 'Платёж'];

function cells(operation: Operation): Cell[] {
  const { id, createdAt, kind, currency, amountMinor, balanceAfterMinor, description, paymentId } = operation;
  return [
    id,
    createdAt,
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
