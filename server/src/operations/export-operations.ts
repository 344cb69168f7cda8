import { actorOf, entryKinds, type Operation, type OperationFilter } from '@kazna/contract/cabinet/balance';
import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import { toDecimal } from '@kazna/contract/shared/money';
import type { Database } from '../platform/db/database.ts';
import type { Cell } from '../platform/files/cell.ts';
import { tableFile } from '../platform/files/table-file.ts';
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
