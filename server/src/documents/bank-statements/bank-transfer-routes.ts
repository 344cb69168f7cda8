import {
  type BankTransfer,
  exportBankTransfers,
  getBankTransferTotals,
  listBankTransfers,
  type TransferFilter,
} from '@kazna/contract/cabinet/bank-transfers';
import { businessZoneLabel } from '@kazna/contract/shared/business-time';
import type { Cell } from '@kazna/contract/shared/csv';
import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import { toDecimal } from '@kazna/contract/shared/money';
import type { Database } from '../../platform/db/database.ts';
import { toPage } from '../../platform/db/page.ts';
import { tableFile } from '../../platform/files/table-file.ts';
import type { Api } from '../../platform/http/api.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { ExportLimit } from '../../platform/throttling/export-limit.ts';
import { selectTransfersOf, sumTransfersOf } from './receipts-store.ts';

/** The access rule holds that the session has one. */
const organizationOf = ({ organizationId }: Caller) => organizationId as string;

export function bankTransferRoutes(api: Api, db: Database, withinExportLimit: ExportLimit): void {
  api.on(listBankTransfers, async ({ caller, query: { limit, cursor, ...filter } }) => {
    const page = { limit: limit + 1, cursor };
    return toPage(await selectTransfersOf(db, organizationOf(caller), filter, page), limit, (row) => row.id);
  });

  api.on(getBankTransferTotals, ({ caller, query }) => sumTransfersOf(db, organizationOf(caller), query));

  api.on(exportBankTransfers, async ({ caller, query: { format, ...filter } }) =>
    withinExportLimit(caller.userId, () => exportTransfers(db, organizationOf(caller), filter, format)),
  );
}

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

function exportTransfers(
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
