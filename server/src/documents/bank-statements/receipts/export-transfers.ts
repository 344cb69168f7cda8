import type { BankTransfer, TransferFilter } from '@kazna/contract/cabinet/bank-transfers';
import { businessZoneLabel } from '@kazna/contract/shared/business-time';
import type { Cell } from '@kazna/contract/shared/csv';
import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import { toDecimal } from '@kazna/contract/shared/money';
import type { Database } from '../../../platform/db/database.ts';
import { tableFile } from '../../../platform/files/table-file.ts';
import { selectTransfersOf } from './store.ts';

const header = [
  `Зачислен (${businessZoneLabel})`,
  'Сумма',
  'Валюта',
  'Плательщик',
  'Назначение',
  'Счёт',
  'Идентификатор',
];

function cells(transfer: BankTransfer): Cell[] {
  const { id, createdAt, currency, payer, purpose, invoiceNumber } = transfer;
  return [{ time: createdAt }, { number: toDecimal(transfer) }, currency, payer, purpose, invoiceNumber ?? '', id];
}

export function exportTransfers(
  db: Database,
  organizationId: string,
  filter: TransferFilter,
  format: 'csv' | 'xlsx',
): FileAnswer {
  return tableFile({
    name: 'bank-transfers',
    title: 'Переводы',
    header,
    cells,
    readBatch: (page) => selectTransfersOf(db, organizationId, filter, page),
    format,
  });
}
