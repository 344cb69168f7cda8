import { importTransfers, type PastTransfer } from '../../../server/src/money/ledger/import-transfers.ts';
import type { Transaction } from '../../../server/src/platform/db/database.ts';

const rowsAtOnce = 20_000;

/**
 * Imports transfers that a statement selects in the order of time: id, kind, "organizationId", "amountMinor" (below zero
 * where money leaves the organization), "sourceId" and "createdAt".
 */
export async function importRows(tx: Transaction, select: string): Promise<void> {
  await tx.queryText(`declare past_rows cursor for ${select}`);
  for (;;) {
    const { rows } = await tx.queryText(`fetch forward ${rowsAtOnce} from past_rows`);
    if (rows.length === 0) return;
    await importTransfers(tx, rows.map(transferOf));
  }
}

function transferOf(row: Record<string, unknown>): PastTransfer {
  const { id, kind, createdAt, amountMinor, ...rest } = row as unknown as PastTransfer;
  const values = { amountMinor: Number(amountMinor), createdAt: new Date(createdAt), currency: 'RUB' as const };
  return { ...rest, ...values, id, kind, key: `${kind}:${id}` };
}
